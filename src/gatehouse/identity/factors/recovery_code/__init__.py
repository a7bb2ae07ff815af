"""The code that lets in whoever has lost their second factors: one at a time, used once."""
