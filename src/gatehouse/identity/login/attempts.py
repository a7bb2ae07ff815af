"""Lockout after wrong passwords.

A known location is an IP address or network from which the user has signed in before. Wrong passwords from
all unknown locations are counted together: after `max_attempts` (5, or what the user's tenants set), sign-ins
from unknown locations are refused for 15 minutes. Each known location has a count and a lock of its own, so
an attacker elsewhere cannot lock the user out there; a password reset by email ends both locks. An identifier
without an account is counted and locked in the same way, so a lockout does not reveal whether an account
exists.
"""

from datetime import datetime, timedelta

from gatehouse.identity.login.models import LoginAccount

LOCKED_FOR = timedelta(minutes=15)


def is_locked(account: LoginAccount, now: datetime) -> bool:
    until = account.place_locked_until if account.is_known_place else account.account_locked_until
    return account.max_attempts is not None and until is not None and until > now


def counting_since(account: LoginAccount, now: datetime) -> datetime:
    """Failures at a known location before this time no longer count."""
    recent = now - LOCKED_FOR
    return max(recent, account.changed_at) if account.changed_at else recent
