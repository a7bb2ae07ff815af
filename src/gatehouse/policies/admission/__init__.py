"""Whether somebody may enter a tenant: all its restrictions, asked in one statement."""
