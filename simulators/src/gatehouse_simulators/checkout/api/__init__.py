"""The provider's server API: thin endpoints, one file for each resource."""
