"""Who is calling, for which tenant, and what they may do."""
