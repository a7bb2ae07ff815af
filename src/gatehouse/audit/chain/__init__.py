"""Tamper evidence of the audit: changed, removed or later inserted entries are detected."""
