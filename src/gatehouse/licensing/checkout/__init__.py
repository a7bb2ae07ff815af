"""What a page needs to open a checkout."""
