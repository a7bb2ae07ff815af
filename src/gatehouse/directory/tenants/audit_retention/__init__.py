"""Audit retention of one tenant, shorter than that of the installation."""
