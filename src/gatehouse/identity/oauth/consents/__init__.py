"""Consents: what users allow third-party applications to read."""
