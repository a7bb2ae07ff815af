"""Authentication of the caller, its tenant and its permissions."""
