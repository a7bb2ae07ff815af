"""SAML 2.0 as a service provider: parses XML and returns an identity or a refusal.

No database and no HTTP: the caller passes in the pinned certificates, the request and the time.
"""
