"""Everything that the vendor owns, to take along."""
