"""Codes of six digits in mails and text messages."""
