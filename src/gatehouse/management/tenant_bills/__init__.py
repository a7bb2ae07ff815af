"""What one account was billed for its licenses, as those of the vendor see it who keep the books."""
