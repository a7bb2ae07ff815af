"""Older systems that people come from, as the vendor's backends set them up (wire reference §16)."""
