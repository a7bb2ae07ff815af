"""What a license was used for, and how far an organization has come with it."""
