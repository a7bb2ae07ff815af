"""The secrets of applications: made here, shown once, stored hashed."""
