"""The key under which SAML identity providers know us: signs requests, opens what is encrypted for us."""
