"""The port to the card provider, and its adapter."""
