"""The audit across all accounts, for the vendor's own people, and how far it is sealed."""
