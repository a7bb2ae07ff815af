"""Accounts below one: made, renamed, deleted, and who may enter them."""
