"""The calls of older clients, which know one connection of a tenant: views of its first one."""
