"""The vendor: the company that runs Gatehouse. Its brand, configuration, flags and metadata."""
