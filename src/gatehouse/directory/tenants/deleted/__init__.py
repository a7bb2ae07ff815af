"""The vendor lists accounts that were deleted, restores them, or erases them before their time."""
