"""Accounts, as the vendor's backends make, read, change and delete them: anywhere in the tree."""
