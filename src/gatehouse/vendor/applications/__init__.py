"""Applications: the vendor's own ones, OAuth clients and machine clients."""
