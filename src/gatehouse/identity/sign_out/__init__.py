"""Signing out in the background, and telling the company's provider of it afterwards."""
