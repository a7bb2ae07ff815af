"""The provider's API: thin endpoints, one file for each resource."""
