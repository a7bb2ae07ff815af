"""What accounts were billed."""
