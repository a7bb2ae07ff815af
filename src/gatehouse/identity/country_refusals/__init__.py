"""Mail users who were refused because of their country, where the tenant wants that."""
