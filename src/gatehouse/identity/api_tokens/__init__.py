"""Exchange API token credentials (client id and secret) for short-lived access tokens."""
