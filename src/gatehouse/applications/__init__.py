"""The vendor's API of applications: create, change, delete."""
