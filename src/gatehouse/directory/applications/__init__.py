"""Applications of a tenant, and which of its members may use them."""
