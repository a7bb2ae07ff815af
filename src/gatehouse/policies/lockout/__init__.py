"""After how many wrong passwords a tenant's people are locked out."""
