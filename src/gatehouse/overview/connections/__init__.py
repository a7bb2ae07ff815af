"""Every single sign-on, directory and webhook of all tenants, those that fail first."""
