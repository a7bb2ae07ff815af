"""What only the vendor's backends do with people: without mail, across accounts, and beside their factors."""
