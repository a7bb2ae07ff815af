"""Limit of wrong MFA codes per user, over all factors."""
