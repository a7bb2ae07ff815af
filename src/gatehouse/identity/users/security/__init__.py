"""A user's sign-in methods and sessions, for the vendor's support to view and remove."""
