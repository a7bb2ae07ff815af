"""Which people use which application, as the vendor's backends say."""
