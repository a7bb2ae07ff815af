"""Somebody of support acts in a person's name: with a permission, a reason, for an hour at most, and on
record. What they may not do there is in `access/impersonation.py`."""
