"""What signs people in: the vendor's own applications, OAuth clients, and machines."""
