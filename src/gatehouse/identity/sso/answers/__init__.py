"""What SAML providers answered: kept until the browser has fetched the session, and remembered so that it
counts once."""
