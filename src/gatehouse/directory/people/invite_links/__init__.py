"""Links by which whoever has one joins a tenant. A member has at most one."""
