"""How the vendor's business does, in figures."""
