"""Invite links, which let their recipients join a tenant. A member has at most one."""
