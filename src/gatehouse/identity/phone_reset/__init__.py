"""Replace a lost phone: the user verifies the email address, and then signs in with another number."""
