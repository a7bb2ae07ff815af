"""Refresh tokens that the seed makes and the servers under test take."""

from gatehouse.identity.sessions.refresh_token import RefreshTokens

# Of every server of a run. It protects nothing.
SECRET_KEY = "a-key-of-the-benchmark-that-protects-nothing"
TOKENS = RefreshTokens([SECRET_KEY])
