"""Groups of members, which give their roles to every member in them."""
