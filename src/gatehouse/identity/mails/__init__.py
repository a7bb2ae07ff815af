"""Mail about accounts: the vendor's name on it, links to the configured origin in it."""
