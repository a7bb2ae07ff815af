"""Names that people sign in with in the place of an address: one a person, one person a name."""
