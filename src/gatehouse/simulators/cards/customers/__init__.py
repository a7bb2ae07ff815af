"""Who is billed."""
