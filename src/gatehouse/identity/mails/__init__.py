"""Account mails: with the vendor's name, and links to the configured origin."""
