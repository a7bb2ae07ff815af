"""Mail: a port, its SMTP and file adapters, and the templates."""
