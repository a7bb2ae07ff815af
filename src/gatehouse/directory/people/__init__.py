"""The people of a tenant: listed, read, invited, managed; and the membership that joins them."""
