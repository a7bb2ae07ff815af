"""Logout with OpenID Connect: started in Gatehouse (RP-Initiated Logout) or at the provider (Back-Channel
Logout)."""
