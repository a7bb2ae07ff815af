"""The vendor's API of users, in every tenant."""
