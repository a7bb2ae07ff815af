"""The public part of the vendor's configuration."""
