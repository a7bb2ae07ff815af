"""Applications, as the vendor's backends manage them."""
