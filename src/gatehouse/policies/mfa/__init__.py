"""Whether a tenant's people have to bring a second factor, and for how long a device is remembered."""
