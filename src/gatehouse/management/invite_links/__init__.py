"""Invite links of every account, as the vendor's backends make, list and end them."""
