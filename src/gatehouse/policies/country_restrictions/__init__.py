"""Country restrictions of a tenant, based on a file that maps addresses to countries."""
