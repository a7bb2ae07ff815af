"""Groups of an identity provider, and the roles that they give."""
