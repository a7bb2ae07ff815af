"""Verify a user's password on behalf of another system. Wrong passwords count as at sign-in, so that this
does not bypass the lockout; a right one does not sign in, and makes no location known."""

from contextlib import suppress
from dataclasses import replace

from gatehouse.access.client import Client
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.login.attempts import is_locked
from gatehouse.identity.login.errors import InvalidCredentials
from gatehouse.identity.login.service import LoginAttempt, look_up, refuse_wrong
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.hashing import verify_password
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.policies.tenant_policies import default_max_attempts
from gatehouse.vendor.current import configuration_of

PER_CALLER = RateLimit("login.verify.caller", 600, 1)
PER_ACCOUNT = RateLimit("login.verify.account", 30, 5)


async def password_fits(
    resources: Resources, email: str, password: str, *, client: Client, asked_by: str
) -> bool:
    """Whether the password is right; False, after equal time, for an unknown email address and during a
    lockout. Raises `RateLimited` after too many calls. Must not be called while a connection is held."""
    await resources[RateLimiter].hit(PER_CALLER, asked_by)
    attempt = LoginAttempt(normalize_email(email), client)
    await resources[RateLimiter].hit(PER_ACCOUNT, attempt.subject.hex())
    database = resources[Database]
    async with database.one_statement() as db:
        account = await look_up(db, attempt, default_max_attempts(configuration_of(resources)))
    attempt = replace(attempt, email=account.email)
    if is_locked(account, clock.now()):
        await verify_password(None, password)
        return False
    fits = await verify_password(account.hash, password)
    if fits and account.user_id is not None:
        return True
    with suppress(InvalidCredentials):
        async with database.transaction(Scope.system()) as db:
            await refuse_wrong(db, attempt, account)
    return False
