"""OpenID provider: authorization code flow with PKCE for applications (RFC 6749, OpenID Connect Core 1.0, RFC
9700)."""
