"""The vendor's own mail and text message templates, and the provider that sends its mail."""
