"""Whether the process lives, is ready, and how it does."""
