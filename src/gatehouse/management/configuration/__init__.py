"""What holds for everybody, as the vendor's backends read and set it."""
