"""People, as the vendor's backends read and change them: in every tenant, whatever they are there."""
