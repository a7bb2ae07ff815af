"""Somebody signs out here, and their SAML provider is told; or there, and their sessions here end."""
