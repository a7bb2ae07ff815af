"""The provider that sends the vendor's mail."""
