"""The card provider: its settings."""
