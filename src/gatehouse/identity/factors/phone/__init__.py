"""Phone numbers for codes by text message, as an MFA factor."""
