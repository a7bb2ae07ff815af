"""API tokens at the door: client credentials are exchanged for short access tokens."""
