"""Licenses of accounts that were deleted."""
