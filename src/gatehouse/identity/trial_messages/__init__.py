"""A mail or text message to whoever asks, to see whether what was set sends."""
