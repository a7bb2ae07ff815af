"""Text messages: a port and its file adapter."""
