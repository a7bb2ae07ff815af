"""Whoever has lost their second factors gives them up with the recovery code, and signs in with the first."""
