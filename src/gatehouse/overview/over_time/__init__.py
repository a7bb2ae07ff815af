"""Licenses and recurring revenue, month by month."""
