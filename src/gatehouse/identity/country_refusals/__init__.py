"""Where an account wants it, people are told by mail that they were refused because of the country."""
