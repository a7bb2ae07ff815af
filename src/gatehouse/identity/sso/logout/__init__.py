"""SAML single logout: started in Gatehouse (SP-initiated) or at the identity provider (IdP-initiated)."""
