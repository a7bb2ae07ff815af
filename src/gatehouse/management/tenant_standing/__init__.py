"""The vendor suspends accounts and lets them again, and ends the sessions of everybody in one."""
