"""What the vendor gives every tenant: permissions, their categories, and roles."""
