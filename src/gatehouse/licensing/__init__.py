"""Organizations, their licenses and seats, and what they pay (spec 000)."""
