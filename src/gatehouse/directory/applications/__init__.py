"""Which applications a tenant has, and who of its people may use them."""
