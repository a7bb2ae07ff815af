"""Apps on devices that belong to this server's domain, as infrastructure code registers them."""
