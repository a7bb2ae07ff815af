"""How the installation does, for the vendor's own people: jobs, health, versions, keys."""
