"""Endpoints for older clients, which support one connection of a tenant: the oldest one."""
