"""Limits of sign-in: how often a client may call, how many codes may be wrong, and the lockout after wrong
passwords. Other sign-in methods declare their `RateLimit` in their own folder.

A known location is an IP address or network from which the user has signed in before. Wrong passwords from
all unknown locations are counted together: after `max_attempts` (5, or what the user's tenants set), sign-ins
from unknown locations are refused for 15 minutes. Each known location has a count and a lock of its own, so
an attacker elsewhere cannot lock the user out there; a password reset by email ends both locks. An identifier
without an account is counted and locked in the same way, so a lockout does not reveal whether an account
exists.
"""

from datetime import datetime, timedelta

from gatehouse.identity.sign_in.errors import LockedOut
from gatehouse.identity.sign_in.models import LoginAccount
from gatehouse.kit import clock
from gatehouse.kit.rate_limit import RateLimit

LOGINS_PER_IP = RateLimit("login.ip", 300, 5)
LOGINS_PER_ACCOUNT = RateLimit("login.account", 30, 5)
VERIFICATIONS_PER_CALLER = RateLimit("login.verify.caller", 600, 1)
VERIFICATIONS_PER_ACCOUNT = RateLimit("login.verify.account", 30, 5)
UNLOCKS_PER_IP = RateLimit("unlock.link.ip", 60, 15)
LOCKED_FOR = timedelta(minutes=15)
# Wrong codes of one pending sign-in.
MAX_TRIES = 5


def is_locked_out(account: LoginAccount) -> bool:
    until = account.place_locked_until if account.is_known_place else account.account_locked_until
    return account.max_attempts is not None and until is not None and until > clock.now()


def find_counting_start(account: LoginAccount, now: datetime) -> datetime:
    """Failures at a known location before this time no longer count."""
    recent = now - LOCKED_FOR
    return max(recent, account.changed_at) if account.changed_at else recent


def locked_out_error() -> LockedOut:
    return LockedOut("Too many failed attempts. Try again in 15 minutes or reset your password.")
