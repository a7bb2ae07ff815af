"""One file for each system whose export is read."""
