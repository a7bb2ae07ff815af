"""Tools and agents register themselves as clients (RFC 7591), where an application lets them."""
