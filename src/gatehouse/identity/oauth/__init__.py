"""OpenID provider: applications send people here to sign in, and get tokens for a code (RFC 6749, OpenID
Connect Core 1.0). Code flow with PKCE alone, as RFC 9700 has it."""
