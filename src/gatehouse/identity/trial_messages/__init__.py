"""Test messages: a mail or text message to the caller, to check the configuration."""
