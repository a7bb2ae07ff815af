"""What the card provider says has changed."""
