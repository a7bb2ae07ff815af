"""Deleted accounts, which the vendor lists, restores, or erases before their grace period ends."""
