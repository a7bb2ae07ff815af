"""The vendor suspends and resumes tenants, and ends all sessions in one."""
