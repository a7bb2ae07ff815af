"""The customer of the licensing portal: one for a tenant, with a trial from its first minute."""
