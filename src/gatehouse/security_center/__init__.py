"""Security recommendations for a tenant's users and policies, and the security score."""
