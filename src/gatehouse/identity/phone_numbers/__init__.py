"""Users' phone numbers for sign-in: each is verified by a code, and belongs to one account."""
