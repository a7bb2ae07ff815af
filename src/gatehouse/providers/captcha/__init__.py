"""Telling people from robots."""
