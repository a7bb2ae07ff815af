"""The mails and text messages that the vendor wrote itself, and through whom its mail goes."""
