"""Whoever is locked out by wrong passwords ends the lock by a mailed link, where the vendor offers that."""
