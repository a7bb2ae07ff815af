"""API tokens: what machines call with, in the name of a person or of a tenant."""
