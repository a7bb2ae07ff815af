"""Theme and texts of an account's sign-in pages, which override those of the vendor."""
