"""From which countries people may enter a tenant, by a file that says where addresses are."""
