"""Six-digit codes in mails and text messages."""
