"""The vendor puts accounts below others, and takes them out again."""
