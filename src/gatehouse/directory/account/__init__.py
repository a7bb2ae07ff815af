"""The account: company details, and what hangs below it."""
