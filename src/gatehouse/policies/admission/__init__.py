"""Admission of a user to a tenant: all access restrictions, checked in one statement."""
