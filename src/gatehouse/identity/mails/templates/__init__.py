"""The mails that the vendor writes itself, with named placeholders."""
