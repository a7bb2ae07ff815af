"""The published keys that verify access tokens."""
