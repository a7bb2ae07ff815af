"""User sources: older systems that verify the passwords of users who have not moved to Gatehouse yet."""
