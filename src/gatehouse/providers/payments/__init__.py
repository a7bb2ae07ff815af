"""The overlay-checkout provider: a port in our words, and its adapter."""
