"""Accounts below one: creating, renaming and deleting them, and who may enter them."""
