"""The phone numbers with which people sign in: each is proved by a code, and belongs to one account."""
