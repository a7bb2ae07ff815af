"""Where people may have an account that signs them in: as the vendor has set it up."""
