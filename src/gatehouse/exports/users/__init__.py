"""Everything that is kept of one person, to be handed over to them."""
