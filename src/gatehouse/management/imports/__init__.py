"""What other systems export: their people with their hashes, and the roles, accounts and groups that these
need."""
