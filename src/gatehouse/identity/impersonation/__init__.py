"""Impersonation of users by support: needs a permission and a reason, lasts an hour at most, and is
audited. What an impersonator may not do is in `access/principal.py`."""
