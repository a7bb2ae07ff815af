"""The vendor's catalogue, which every tenant has: permissions, their categories, and roles."""
