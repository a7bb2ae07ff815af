"""Sign in with a code or link that was sent."""

from uuid import UUID

from starlette.responses import Response

from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.activation.events import UserActivated
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.ownership.service import (
    AddressProof,
    activate_opened_tenants,
    become_owner,
    block_earlier_writes,
    confirm_email_ownership,
)
from gatehouse.identity.passwordless import magic_links, models, queries
from gatehouse.identity.passwordless.errors import LinkUnknown
from gatehouse.identity.passwordless.requests import clear_browser_token, read_browser_token
from gatehouse.identity.passwordless.schemas import Postlogin
from gatehouse.identity.phone_numbers import service as phone_numbers
from gatehouse.identity.phone_numbers.events import PhoneNumberChanged
from gatehouse.identity.phone_numbers.queries import IS_REPLACING, USABLE
from gatehouse.identity.sign_in.context import (
    CODE,
    MAGIC_LINK,
    require_sms_offered,
    require_strategy_offered,
)
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.models import AuthenticationResult
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.identity.signup.signup_choices import list_companies_of_browser
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.rate_limit import RateLimit

TRIES_PER_IP = RateLimit("passwordless.tries.ip", 120, 15)


async def sign_in_without_password(
    call: SystemCall, kind: models.PasswordlessKind, data: Postlogin
) -> Response:
    """Sign in with a code or link, in the browser that requested it; the login answer. Raises `WrongCode` or
    `CodeExpired` for a code, `LinkUnknown`, `LinkExpired` or `LinkOpenedElsewhere` for a link,
    `StrategyNotOffered`, and the errors of the sign-in flow."""
    match kind:
        case models.PasswordlessKind.SMS_CODE:
            require_sms_offered(call.resources, remembered=True)
        case models.PasswordlessKind.CODE:
            require_strategy_offered(call.resources, CODE)
        case models.PasswordlessKind.MAGIC_LINK:
            require_strategy_offered(call.resources, MAGIC_LINK)
    await call.limit_place(TRIES_PER_IP)
    browser = read_browser_token(call, kind)
    if kind is models.PasswordlessKind.MAGIC_LINK:
        link = await magic_links.use_magic_link(call.db, call.resources, data.token, browser)
        user_id, recipient = link.user_id, link.recipient
    else:
        user_id, recipient = await _use_sign_in_code(call, kind, browser or "", data.token)
    person = await _lock_user(call.db, user_id)
    if kind is models.PasswordlessKind.SMS_CODE:
        await _complete_number_change(call, person, recipient)
    elif person.email == recipient:
        await _verify_address(call, person)
    elif kind is models.PasswordlessKind.CODE:
        raise WrongCode()
    else:
        raise LinkUnknown("This link is not valid. Request a new one.")
    proof = AuthenticationResult(person.id, person.email, (models.METHODS[kind],))
    context = call.sign_in_context(data.invitation_token)
    outcome = await sign_in(call.db, call.resources, proof, call.client, context)
    response = build_sign_in_response(call.resources, outcome, 201)
    clear_browser_token(response, call.resources, kind)
    return response


async def _use_sign_in_code(
    call: SystemCall, kind: models.PasswordlessKind, browser: str, code: str
) -> tuple[UUID, str]:
    """Use a code; returns its user and its recipient."""
    try:
        used = await codes.use_one_time_code(call.db, models.PURPOSES[kind], browser, code)
    except WrongCode:
        request = token_hash(browser).hex()
        await enqueue(
            call.db, "passwordless.wrong_code",
            request=request, ip=call.client.ip, user_agent=call.client.user_agent,
        )  # fmt: skip
        raise
    if used.user_id is None:
        raise WrongCode()
    return used.user_id, used.recipient


async def _lock_user(db: Db, user_id: UUID) -> models.PasswordlessUser:
    """Lock the user against a concurrent takeover of the account."""
    await block_earlier_writes(db, user_id)
    await queries.LOCK_PERSON.run(db, user_id)
    return await queries.BY_ID.one(db, user_id, clock.now())


async def _verify_address(call: SystemCall, person: models.PasswordlessUser) -> None:
    """Verify the address and remove credentials that an earlier user left in the account."""
    db = call.db
    if person.verified:
        await confirm_email_ownership(db, person.id)
        return
    by = by_person(person.id, person.email, call.client)
    here = list_companies_of_browser(call.request.cookies, call.resources, person.email)
    await become_owner(db, person.id, AddressProof(signed_up_here=here), by)
    for tenant_id in await activate_opened_tenants(db, person.id):
        await announce_event(db, UserActivated(tenant_id, person.id), by=by)


async def _complete_number_change(
    call: SystemCall, person: models.PasswordlessUser, number: str
) -> None:
    """Verify a new number that replaces the user's others. Raises `WrongCode` when the number may not
    sign in."""
    db = call.db
    if await USABLE.first(db, person.id, number, clock.now()) is None:
        raise WrongCode()
    if await IS_REPLACING.first(db, person.id, number, clock.now()) is None:
        return
    await phone_numbers.replace_numbers(db, person.id, number)
    by = by_person(person.id, person.email, call.client)
    event = PhoneNumberChanged(person.tenant_id, person.id, by_reset=True)
    await announce_event(db, event, by=by)
    await phone_numbers.mail_number_changed(db, call.resources, person.email)
