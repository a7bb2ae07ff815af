"""SAML 2.0 as the side that people sign in to (service provider): XML in, an identity or a refusal out.

No database and no HTTP: whoever calls brings what is pinned, what was asked, and the time.
"""
