"""Accounts pay the vendor for a plan by card."""
