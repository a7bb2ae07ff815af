"""Password sign-in.

Verifying the hash takes some 10 ms of CPU, and no transaction is open meanwhile: one statement looks up the
account, then the hash is verified, then a transaction records the outcome and continues the sign-in. Where
the application has external user sources (`identity/user_sources`), they are asked about a password that does
not match.
"""

from dataclasses import dataclass, replace
from functools import partial
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.captcha.service import check_captcha as check_captcha
from gatehouse.identity.login import queries
from gatehouse.identity.login.attempts import LOCKED_FOR, counting_since, is_locked
from gatehouse.identity.login.errors import InvalidCredentials, LockedOut
from gatehouse.identity.login.events import UserLockedOut
from gatehouse.identity.login.models import LoginAccount
from gatehouse.identity.login.user_source_login import (
    NotAnyMore,
    SourcePassword,
    sign_in_from_user_source,
)
from gatehouse.identity.passwords.attempt_queries import (
    ACCEPT_PASSWORD,
    COUNT_FAILURE,
    DELETE_OLD_ATTEMPTS,
    OLDEST_ATTEMPT,
)
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.errors import sso_required
from gatehouse.identity.sign_in.events import AuthenticationFailed
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.identifier import normalize_identifier
from gatehouse.identity.sign_in.ip_location import KNOWN_FOR, place_of
from gatehouse.identity.sign_in.models import AuthenticationResult, SignInChallenge, SignInContext
from gatehouse.identity.sign_in.strategies import PASSWORD, must_offer
from gatehouse.identity.user_sources.client import ask_user_sources
from gatehouse.identity.user_sources.models import SourceResponse
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.errors import DomainError
from gatehouse.kit.hashing import (
    find_matching_form,
    hash_password,
    may_renew,
    needs_new_hash,
    normalize_password,
)
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.policies.password_rules.service import is_blocked
from gatehouse.policies.tenant_policies import default_max_attempts
from gatehouse.vendor.current import configuration_of

LOGINS_PER_IP = RateLimit("login.ip", 300, 5)
LOGINS_PER_ACCOUNT = RateLimit("login.account", 30, 5)
OLD_ATTEMPTS = Purge("sign_in_attempts", KNOWN_FOR, DELETE_OLD_ATTEMPTS, OLDEST_ATTEMPT)


@dataclass(frozen=True, slots=True)
class LoginAttempt:
    """One sign-in attempt. `email` is the normalized identifier that was typed until the account is known;
    then its primary email address."""

    email: str
    client: Client

    @property
    def subject(self) -> bytes:
        return token_hash(self.email)

    @property
    def place(self) -> str:
        return place_of(self.client.ip)


async def sign_in_with_password(
    resources: Resources,
    identifier: str,
    password: str,
    *,
    captcha: str | None,
    client: Client,
    door: SignInContext,
) -> SignedIn | SignInChallenge:
    """Sign in with a password, or return the next required step.

    The identifier is an email address or, without an `@`, a user name. Raises `InvalidCredentials` for a
    wrong password and for an unknown identifier, after equal time, and `LockedOut` after too many. Raises
    `StrategyNotOffered` when the vendor offers another sign-in method, `SsoRequired` when the email domain
    must use SSO, and the refusals of the captcha and the flow.
    """
    must_offer(resources, PASSWORD)
    attempt = _parse_attempt(identifier, client)
    await check_captcha(resources, captcha, attempt.email, client)
    await resources[RateLimiter].hit(LOGINS_PER_IP, attempt.place)
    return await _sign_in(resources, attempt, password, door)


async def _sign_in(
    resources: Resources, asked: LoginAttempt, password: str, door: SignInContext
) -> SignedIn | SignInChallenge:
    database, client = resources[Database], asked.client
    async with database.one_statement() as db:
        max_attempts = default_max_attempts(configuration_of(resources))
        account = await look_up(db, asked, max_attempts)
    attempt = replace(asked, email=account.email)
    # Guesses from unknown locations have a limit of their own, so that they do not use up the user's
    # attempts.
    place = attempt.place if account.is_known_place else ""
    await resources[RateLimiter].hit(LOGINS_PER_ACCOUNT, f"{attempt.subject.hex()} {place}")
    if account.sso_required:
        raise sso_required()
    if is_locked(account, clock.now()):
        raise _account_locked()
    form = await find_matching_form(account.hash, password)
    fits = form is not None
    said = SourceResponse()
    if not fits:
        known = account.hash is not None
        said = await ask_user_sources(resources, attempt.email, password, client, in_vain=known)
    if said.source and said.found:
        shown = SourcePassword(said.source, said.found, password)
        again = partial(look_up, attempt=asked, max_attempts=max_attempts)
        try:
            return await sign_in_from_user_source(resources, shown, again, client, door)
        except NotAnyMore:
            return await _sign_in(resources, asked, password, door)
    breached = fits and is_blocked(resources, password)
    stronger = None
    if account.hash is not None and fits and _is_outdated(account.hash, form, password):
        stronger = await hash_password(password)
    async with database.transaction(Scope.system()) as db:
        if not fits or account.user_id is None:
            await refuse_wrong(db, attempt, account, is_silent=said.is_silent)
        user_id = await _accept_login(db, attempt, account, stronger, breached)
        proof = AuthenticationResult(user_id, attempt.email, ("pwd",), breached)
        return await sign_in(db, resources, proof, client, door)


def _parse_attempt(identifier: str, client: Client) -> LoginAttempt:
    """Normalize the identifier. Raises `InvalidEmail` when it is neither an email address nor a user name."""
    return LoginAttempt(normalize_identifier(identifier), client)


def _is_outdated(stored: str, form: str | None, password: str) -> bool:
    """Whether the hash should be replaced: its parameters are outdated, or the password matched in an older
    form."""
    is_old = needs_new_hash(stored) or form != normalize_password(password)
    return is_old and may_renew(stored, password)


async def look_up(db: Db, attempt: LoginAttempt, max_attempts: int | None) -> LoginAccount:
    known_since = clock.now() - KNOWN_FOR
    return await queries.ACCOUNT.one(
        db, attempt.email, attempt.subject, attempt.place, known_since, max_attempts
    )


async def refuse_wrong(
    db: Db, attempt: LoginAttempt, account: LoginAccount, *, is_silent: bool = False
) -> None:
    """Count a wrong password and raise `InvalidCredentials`. `is_silent`: a user source that might know the
    password did not answer; the message then suggests to try again, for every identifier alike."""
    now = clock.now()
    count = await COUNT_FAILURE.first(
        db,
        attempt.subject,
        attempt.place,
        account.user_id,
        now,
        now + LOCKED_FOR,
        account.max_attempts,
        counting_since(account, now),
        account.is_known_place,
    )
    await _announce_failure(db, attempt, account)
    if count is not None and count == account.max_attempts:
        await _announce_lock(db, attempt, account)
    text = "Incorrect email or password"
    if is_silent:
        text += ". If you have not signed in here before, try again in a few minutes."
    raise InvalidCredentials(text)


async def _accept_login(
    db: Db, attempt: LoginAttempt, account: LoginAccount, stronger: str | None, breached: bool
) -> UUID:
    now = clock.now()
    accepted = await ACCEPT_PASSWORD.first(
        db,
        account.user_id,
        account.changed_at,
        stronger,
        now,
        attempt.subject,
        attempt.place,
        account.is_known_place,
        counting_since(account, now),
        breached,
    )
    if accepted is None:
        if await queries.PASSWORD_CHANGED_AT.first(db, account.user_id) != account.changed_at:
            raise InvalidCredentials("Incorrect email or password")
        raise _account_locked()
    return accepted


async def _announce_failure(db: Db, attempt: LoginAttempt, account: LoginAccount) -> None:
    event = AuthenticationFailed(account.home_tenant_id, "wrong_password", account.user_id)
    await announce_event(db, event, by=by_person(account.user_id, attempt.email, attempt.client))


async def _announce_lock(db: Db, attempt: LoginAttempt, account: LoginAccount) -> None:
    event = UserLockedOut(account.home_tenant_id, account.is_known_place, account.user_id)
    await announce_event(db, event, by=by_person(account.user_id, attempt.email, attempt.client))


def _account_locked() -> DomainError:
    return LockedOut("Too many wrong passwords. Try again in 15 minutes or reset your password.")


@scheduled_job("login.forget_attempts", "29 * * * *")
async def forget_attempts(context: JobContext) -> None:
    """Delete locations without a recent sign-in, and old failure counts."""
    await OLD_ATTEMPTS.run(context)
