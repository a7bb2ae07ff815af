"""The text messages that the vendor writes itself."""
