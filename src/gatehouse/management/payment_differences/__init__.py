"""Where the payment provider says something else than is kept here, for the vendor."""
