"""When wrong passwords stop further tries, and for whom.

A place is an address from which somebody has signed in to the account before. Wrong passwords from
everywhere else are counted together: after `max_attempts` (5, or what the person's tenants say) all
of these are refused for 15 minutes. A known place has a count and a lock of its own, so whoever guesses
from elsewhere cannot keep the owner out where the owner usually is; and a reset by mail ends both locks.
An address that nobody has is counted and locked in the same way, so a lock tells nothing.
"""

from datetime import datetime, timedelta

from gatehouse.identity.login.models import LoginAccount

LOCKED_FOR = timedelta(minutes=15)


def is_locked(account: LoginAccount, now: datetime) -> bool:
    until = account.place_locked_until if account.is_known_place else account.account_locked_until
    return account.max_attempts is not None and until is not None and until > now


def counting_since(account: LoginAccount, now: datetime) -> datetime:
    """Failures at a known place before this count no more."""
    recent = now - LOCKED_FOR
    return max(recent, account.changed_at) if account.changed_at else recent
