"""Members of sub-accounts, managed from an account above."""
