"""The state of the installation: jobs, health, versions, keys."""
