"""The vendor as one thing, as infrastructure code reads and sets it."""
