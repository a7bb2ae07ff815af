"""Acme Reports, a backend with Django whose people sign in with Gatehouse."""
