"""Sign in with a code or link that was sent."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.activation.events import UserActivated
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.ownership.service import (
    AddressProof,
    activate_own,
    become_owner,
    prove_again,
    stop_earlier_writes,
)
from gatehouse.identity.passwordless import magic_links, queries
from gatehouse.identity.passwordless.errors import LinkUnknown
from gatehouse.identity.passwordless.models import (
    METHODS,
    PURPOSES,
    PasswordlessKind,
    PasswordlessUser,
)
from gatehouse.identity.phone_numbers import service
from gatehouse.identity.phone_numbers.events import PhoneNumberChanged
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.identity.sign_in.models import AuthenticationResult, SignInChallenge, SignInContext
from gatehouse.identity.sign_in.strategies import CODE, MAGIC_LINK, must_offer, must_offer_sms
from gatehouse.identity.signup.signup_choices import sign_ups_of
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

TRIES_PER_IP = RateLimit("passwordless.tries.ip", 120, 15)


async def enter_with_code(
    db: Db,
    resources: Resources,
    client: Client,
    door: SignInContext,
    *,
    kind: PasswordlessKind,
    browser: str | None,
    code: str,
) -> SignedIn | SignInChallenge:
    """Sign in with a code. `browser` is the browser's cookie. Raises `WrongCode`, `CodeExpired`,
    `StrategyNotOffered`, and the errors of the sign-in flow."""
    if kind is PasswordlessKind.SMS_CODE:
        must_offer_sms(resources, remembered=True)
    else:
        must_offer(resources, CODE)
    await resources[RateLimiter].hit(TRIES_PER_IP, place_of(client.ip))
    user_id, recipient = await _use_code(db, kind, browser or "", code, client)
    person = await _lock_person(db, user_id)
    if kind is PasswordlessKind.CODE:
        if person.email != recipient:
            raise _wrong_code()
        await _prove_address(db, resources, person, client, door)
    else:
        await _prove_number(db, resources, person, recipient, client)
    return await _sign_in(db, resources, client, door, kind, person)


async def enter_with_link(
    db: Db,
    resources: Resources,
    client: Client,
    door: SignInContext,
    *,
    browser: str | None,
    token: str,
) -> SignedIn | SignInChallenge:
    """Sign in with a link. Raises `LinkUnknown`, `LinkExpired`, `LinkOpenedElsewhere`,
    `StrategyNotOffered`, and the errors of the sign-in flow."""
    must_offer(resources, MAGIC_LINK)
    await resources[RateLimiter].hit(TRIES_PER_IP, place_of(client.ip))
    link = await magic_links.use_magic_link(db, resources, token, browser)
    person = await _lock_person(db, link.user_id)
    if person.email != link.recipient:
        raise LinkUnknown("This link is not valid. Ask for a new one.")
    await _prove_address(db, resources, person, client, door)
    return await _sign_in(db, resources, client, door, PasswordlessKind.MAGIC_LINK, person)


async def _use_code(
    db: Db, kind: PasswordlessKind, browser: str, code: str, client: Client
) -> tuple[UUID, str]:
    """Use a code; returns its user and its recipient."""
    try:
        used = await codes.use_one_time_code(db, PURPOSES[kind], browser, code)
    except WrongCode:
        request = token_hash(browser).hex()
        await enqueue(
            db, "passwordless.wrong_code",
            request=request, ip=client.ip, user_agent=client.user_agent,
        )  # fmt: skip
        raise
    if used.user_id is None:
        raise _wrong_code()
    return used.user_id, used.recipient


async def _lock_person(db: Db, user_id: UUID) -> PasswordlessUser:
    """Lock the user against a concurrent takeover of the account."""
    await stop_earlier_writes(db, user_id)
    await queries.LOCK_PERSON.run(db, user_id)
    return await queries.BY_ID.one(db, user_id, clock.now())


async def _prove_address(
    db: Db, resources: Resources, person: PasswordlessUser, client: Client, door: SignInContext
) -> None:
    """Verify the address and remove credentials that an earlier user left in the account."""
    if person.verified:
        await prove_again(db, person.id)
        return
    by = by_person(person.id, person.email, client)
    here = sign_ups_of(door.cookies, resources, person.email)
    await become_owner(db, person.id, AddressProof(signed_up_here=here), by)
    for tenant_id in await activate_own(db, person.id):
        await announce_event(db, UserActivated(tenant_id, person.id), by=by)


async def _prove_number(
    db: Db, resources: Resources, person: PasswordlessUser, number: str, client: Client
) -> None:
    """Verify a new number that replaces the user's others. Raises `WrongCode` when the number may not
    sign in."""
    if not await service.may_sign_in_with(db, person.id, number):
        raise _wrong_code()
    if not await service.is_replacing(db, person.id, number):
        return
    await service.mark_number_verified(db, person.id, number)
    await service.replace_others(db, person.id, number)
    by = by_person(person.id, person.email, client)
    event = PhoneNumberChanged(person.tenant_id, person.id, by_reset=True)
    await announce_event(db, event, by=by)
    await service.mail_changed(db, resources, person.email)


async def _sign_in(
    db: Db,
    resources: Resources,
    client: Client,
    door: SignInContext,
    kind: PasswordlessKind,
    person: PasswordlessUser,
) -> SignedIn | SignInChallenge:
    proof = AuthenticationResult(person.id, person.email, (METHODS[kind],))
    return await sign_in(db, resources, proof, client, door)


def _wrong_code() -> WrongCode:
    return WrongCode()
