"""How long the audit of one account is kept, where that is shorter than everybody's."""
