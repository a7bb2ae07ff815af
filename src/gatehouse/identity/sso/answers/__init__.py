"""SAML responses of identity providers: stored until the browser fetches the session, and kept afterwards to
detect replays."""
