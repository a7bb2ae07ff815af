"""Tenants and their tree."""
