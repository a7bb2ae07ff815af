"""How safe a tenant's people and rules are, what would make them safer, and how much that counts."""
