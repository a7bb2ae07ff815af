"""Apps on devices that belong to this server's domain, as the vendor names them."""
