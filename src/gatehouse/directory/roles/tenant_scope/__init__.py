"""The vendor gives a role to one account, or makes it everybody's."""
