"""Import of users with their password hashes: in batches, resumable after an interruption."""
