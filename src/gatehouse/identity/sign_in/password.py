"""Password sign-in, and the lockout after wrong passwords.

Verifying the hash takes some 10 ms of CPU, and no transaction is open meanwhile: one statement looks up the
account, then the hash is verified, then two statements sign in; or, where more has to be done, a transaction
records the outcome and continues the sign-in. Where the application has external user sources
(`identity/user_sources`), they are asked about a password that does not match.

The lockout and the other limits are in `limits.py`.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.models import ActionTokenPurpose
from gatehouse.identity.captcha.service import check_captcha as check_captcha
from gatehouse.identity.passwords.queries import ACCEPT_PASSWORD, CLEAR_FAILURES, COUNT_FAILURE
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in import errors, queries
from gatehouse.identity.sign_in.context import (
    PASSWORD,
    normalize_identifier,
    require_strategy_offered,
)
from gatehouse.identity.sign_in.events import AuthenticationFailed, UserLockedOut, UserUnlocked
from gatehouse.identity.sign_in.flow import sign_in, sign_in_at_once
from gatehouse.identity.sign_in.ip_location import KNOWN_FOR, get_ip_network
from gatehouse.identity.sign_in.limits import (
    LOCKED_FOR,
    LOGINS_PER_ACCOUNT,
    LOGINS_PER_IP,
    UNLOCKS_PER_IP,
    VERIFICATIONS_PER_ACCOUNT,
    VERIFICATIONS_PER_CALLER,
    find_counting_start,
    is_locked_out,
    locked_out_error,
)
from gatehouse.identity.sign_in.models import (
    AuthenticationResult,
    LoginAccount,
    SignInChallenge,
    SignInContext,
)
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.identity.user_sources import people
from gatehouse.identity.user_sources.client import ask_user_sources
from gatehouse.identity.user_sources.models import SourceResponse, SourceUser, StoredSource
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.db.configuration_version import confirm_version
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.hashing import (
    find_matching_form,
    hash_password,
    may_renew_hash,
    needs_new_hash,
    normalize_password,
    verify_password,
)
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.policies.password_rules.service import is_password_blocked
from gatehouse.policies.tenant_policies import default_max_attempts
from gatehouse.vendor.current import configuration_of

WRONG = "Incorrect email or password"


class AccountChanged(Exception):
    """The user has a local password or a lockout meanwhile; the account must be looked up again."""


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
        return get_ip_network(self.client.ip)


async def sign_in_with_password(
    resources: Resources,
    identifier: str,
    password: str,
    *,
    captcha: str | None,
    client: Client,
    context: SignInContext,
) -> SignedIn | SignInChallenge:
    """Sign in with a password, or return the next required step.

    The identifier is an email address or, without an `@`, a user name. Raises `InvalidCredentials` for a
    wrong password and for an unknown identifier, after equal time, and `LockedOut` after too many. Raises
    `StrategyNotOffered` when the vendor offers another sign-in method, `SsoRequired` when the email domain
    must use SSO, and the refusals of the captcha and the flow.
    """
    require_strategy_offered(resources, PASSWORD)
    attempt = LoginAttempt(normalize_identifier(identifier), client)
    await check_captcha(resources, captcha, attempt.email, client)
    await resources[RateLimiter].hit(LOGINS_PER_IP, attempt.place)
    return await _verify_and_sign_in(resources, attempt, password, context)


async def _verify_and_sign_in(
    resources: Resources, typed: LoginAttempt, password: str, context: SignInContext
) -> SignedIn | SignInChallenge:
    database, client = resources[Database], typed.client
    async with database.one_statement(confirms=True) as db:
        account = await _find_login_account(db, resources, typed)
    attempt = replace(typed, email=account.email)
    # Guesses from unknown locations have a limit of their own, so that they do not use up the user's
    # attempts.
    place = attempt.place if account.is_known_place else ""
    await resources[RateLimiter].hit(LOGINS_PER_ACCOUNT, f"{attempt.subject.hex()} {place}")
    if account.sso_required:
        raise errors.sso_required_error()
    if is_locked_out(account):
        raise locked_out_error()
    form = await find_matching_form(account.hash, password)
    fits = form is not None
    said = SourceResponse()
    if not fits:
        known = account.hash is not None
        said = await ask_user_sources(resources, attempt.email, password, client, in_vain=known)
    if said.source and said.found:
        try:
            return await _sign_in_from_user_source(
                resources, typed, said.source, said.found, password, context
            )
        except AccountChanged:
            return await _verify_and_sign_in(resources, typed, password, context)
    breached = fits and is_password_blocked(resources, password)
    stronger = None
    if account.hash is not None and fits and _is_hash_outdated(account.hash, form, password):
        stronger = await hash_password(password)
    if fits and stronger is None and not breached:
        signed_in = await _try_to_sign_in_at_once(resources, account, client, context)
        if signed_in is not None:
            return signed_in
    async with database.transaction(Scope.system()) as db:
        if not fits or account.user_id is None:
            await _count_wrong_password(db, attempt, account, is_silent=said.is_silent)
        user_id = await _accept_right_password(db, attempt, account, stronger, breached)
        proof = AuthenticationResult(user_id, attempt.email, ("pwd",), breached)
        return await sign_in(db, resources, proof, client, context)


async def _find_login_account(db: Db, resources: Resources, attempt: LoginAttempt) -> LoginAccount:
    max_attempts = default_max_attempts(configuration_of(resources))
    known_since = clock.now() - KNOWN_FOR
    account = await queries.ACCOUNT.one(
        db, attempt.email, attempt.subject, attempt.place, known_since, max_attempts
    )
    confirm_version(account.configuration_version)
    return account


def _is_hash_outdated(stored: str, form: str | None, password: str) -> bool:
    """Whether the hash should be replaced: its parameters are outdated, or the password matched in an older
    form."""
    is_old = needs_new_hash(stored) or form != normalize_password(password)
    return is_old and may_renew_hash(stored, password)


async def _sign_in_from_user_source(
    resources: Resources,
    typed: LoginAttempt,
    source: StoredSource,
    found: SourceUser,
    password: str,
    context: SignInContext,
) -> SignedIn | SignInChallenge:
    """Sign in with a password that an external user source verified: the user is imported, or signed in
    without a local password. Raises `AccountChanged`, and the refusals of `people.import_source_user` and
    `flow.sign_in`."""
    moves = source.configuration.get("isMigrated", False)
    hashed = await hash_password(password) if moves else None
    breached = is_password_blocked(resources, password)
    async with resources[Database].transaction(Scope.system()) as db:
        await take_lock(db, Lock.EMAIL_ADDRESS, found.email.lower())
        account = await _find_login_account(db, resources, typed)
        if account.hash is not None or is_locked_out(account):
            raise AccountChanged
        user_id = await people.import_source_user(
            db, resources, source, found, hashed, typed.client
        )
        proof = AuthenticationResult(user_id, account.email, ("pwd",), breached)
        return await sign_in(db, resources, proof, typed.client, context)


async def _try_to_sign_in_at_once(
    resources: Resources, account: LoginAccount, client: Client, context: SignInContext
) -> SignedIn | None:
    """Sign in with the right password, unless MFA or something that is to be written prevents it."""
    if account.user_id is None or account.changed_at is None or account.was_breached:
        return None
    if account.mfa_enrolled and context.device is None:
        return None
    proof = AuthenticationResult(account.user_id, account.email, ("pwd",))
    return await sign_in_at_once(resources, proof, client, context, account.changed_at)


async def _count_wrong_password(
    db: Db, attempt: LoginAttempt, account: LoginAccount, *, is_silent: bool = False
) -> None:
    """Count a wrong password and raise `InvalidCredentials`. `is_silent`: a user source that might know the
    password did not answer; the message then suggests to try again, for every identifier alike."""
    now = clock.now()
    count = await COUNT_FAILURE.first(
        db, attempt.subject, attempt.place, account.user_id, now, now + LOCKED_FOR,
        account.max_attempts, find_counting_start(account, now), account.is_known_place,
    )  # fmt: skip
    by = by_person(account.user_id, attempt.email, attempt.client)
    failed = AuthenticationFailed(account.home_tenant_id, "wrong_password", account.user_id)
    await announce_event(db, failed, by=by)
    if count is not None and count == account.max_attempts:
        locked = UserLockedOut(account.home_tenant_id, account.is_known_place, account.user_id)
        await announce_event(db, locked, by=by)
    text = WRONG
    if is_silent:
        text += ". If you have not signed in here before, try again in a few minutes."
    raise errors.InvalidCredentials(text)


async def _accept_right_password(
    db: Db, attempt: LoginAttempt, account: LoginAccount, stronger: str | None, breached: bool
) -> UUID:
    now = clock.now()
    accepted = await ACCEPT_PASSWORD.first(
        db, account.user_id, account.changed_at, stronger, now, attempt.subject, attempt.place,
        account.is_known_place, breached,
    )  # fmt: skip
    if accepted is None:
        if await queries.PASSWORD_CHANGED_AT.first(db, account.user_id) != account.changed_at:
            raise errors.InvalidCredentials(WRONG)
        raise locked_out_error()
    return accepted


async def is_password_right(
    resources: Resources, email: str, password: str, *, client: Client, asked_by: str
) -> bool:
    """Verify a user's password on behalf of another system. Wrong passwords count as at sign-in, so that this
    does not bypass the lockout; a right one does not sign in, and makes no location known.

    False, after equal time, for an unknown email address and during a lockout. Raises `RateLimited` after too
    many calls. Must not be called while a connection is held."""
    await resources[RateLimiter].hit(VERIFICATIONS_PER_CALLER, asked_by)
    attempt = LoginAttempt(normalize_email(email), client)
    await resources[RateLimiter].hit(VERIFICATIONS_PER_ACCOUNT, attempt.subject.hex())
    database = resources[Database]
    async with database.one_statement(confirms=True) as db:
        account = await _find_login_account(db, resources, attempt)
    attempt = replace(attempt, email=account.email)
    if is_locked_out(account):
        await verify_password(None, password)
        return False
    fits = await verify_password(account.hash, password)
    if fits and account.user_id is not None:
        return True
    with suppress(errors.InvalidCredentials):
        async with database.transaction(Scope.system()) as db:
            await _count_wrong_password(db, attempt, account)
    return False


async def unlock_account_by_link(call: SystemCall, token: str) -> None:
    """End the lockout, without signing the user in; a lock set by the vendor stays. Raises
    `UnlockLinkOver`."""
    await call.limit_place(UNLOCKS_PER_IP)
    link = await action_tokens.use_token_of_any_user(call.db, ActionTokenPurpose.UNLOCK, token)
    holder = await queries.LOCKED_ACCOUNT_HOLDER.first(call.db, link.user_id) if link else None
    if holder is None:
        raise errors.UnlockLinkOver("This link is no longer valid")
    await CLEAR_FAILURES.run(call.db, holder.user_id, token_hash(holder.email))
    event = UserUnlocked(holder.tenant_id, holder.user_id)
    await announce_event(call.db, event, by=by_person(holder.user_id, holder.email, call.client))
