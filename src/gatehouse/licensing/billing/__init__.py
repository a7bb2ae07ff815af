"""Who is billed, how they pay, and what they were billed."""
