"""Ports to the outside world and their adapters."""
