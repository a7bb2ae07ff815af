"""Keys of licenses, replaced by the vendor's backends."""
