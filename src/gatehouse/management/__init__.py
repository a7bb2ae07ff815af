"""The vendor's own calls and commands: its credentials, and everything that changes its configuration."""
