"""Send the requested code or link, if the user exists and may have it."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.mails import service as mails
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.models import SealedCode
from gatehouse.identity.one_time_codes.queries import OWNER
from gatehouse.identity.passwordless import magic_links, queries
from gatehouse.identity.passwordless.models import (
    NamedIdentifier,
    PasswordlessKind,
    PasswordlessUser,
)
from gatehouse.identity.sign_in.events import AuthenticationFailed
from gatehouse.identity.text_messages import service as text_messages
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.events import Event
from gatehouse.kit.jobs import JobContext, job
from gatehouse.vendor.current import configuration_of

BY = {
    "email": queries.BY_EMAIL,
    "user_id": queries.BY_ID,
    "phone_number": queries.BY_NUMBER,
}


class PasswordlessRequested(Event):
    """`kind` is `code`, `smscode` or `magiclink`."""

    event_name = "user.passwordless_requested"
    text = "Requested a passwordless sign-in"
    user_id: UUID
    kind: str


@job("passwordless.mail_code")
async def mail_sign_in_code(
    context: JobContext,
    by: str,
    value: str,
    request: str,
    sealed_code: str,
    ip: str,
    user_agent: str,
) -> None:
    """Mail a code. The payload is the typed identifier, not an id: a lookup during the request would
    reveal by its duration whether the user exists."""
    async with context.database.transaction(Scope.system()) as db:
        person = await find_passwordless_user(db, NamedIdentifier(by, value))
        if person is None:
            return
        sealed = SealedCode(request, sealed_code)
        box = context.resources[Box]
        code = await codes.bind_sealed_code(db, box, sealed, person.id, person.email)
        if code is None:
            return
        await mails.send_mail(db, context.resources, "sign-in-code", person.email, code=code)
        await _announce_passwordless_request(
            db, person, PasswordlessKind.CODE, Client(ip, user_agent)
        )


@job("passwordless.text_code")
async def text_sign_in_code(
    context: JobContext,
    by: str,
    value: str,
    request: str,
    sealed_code: str,
    ip: str,
    user_agent: str,
) -> None:
    """Send a code to the user's verified phone number. A message over the limit is dropped without an
    error."""
    async with context.database.transaction(Scope.system()) as db:
        person = await find_passwordless_user(db, NamedIdentifier(by, value))
    if person is None or person.phone_number is None:
        return
    if not await text_messages.may_send_text(
        context.resources,
        person.phone_number,
        person.email,
        person.id,
        "passwordless.text_not_sent",
    ):
        return
    async with context.database.transaction(Scope.system()) as db:
        code = SealedCode(request, sealed_code)
        if await text_messages.send_sealed_code(
            db, context.resources, code, person.id, person.phone_number
        ):
            await _announce_passwordless_request(
                db, person, PasswordlessKind.SMS_CODE, Client(ip, user_agent)
            )


@job("passwordless.mail_link")
async def mail_magic_link(
    context: JobContext, by: str, value: str, browser: str, ip: str, user_agent: str
) -> None:
    async with context.database.transaction(Scope.system()) as db:
        person = await find_passwordless_user(db, NamedIdentifier(by, value))
        if person is None:
            return
        token = await magic_links.issue_magic_link(db, person, bytes.fromhex(browser))
        link = mails.build_mail_link(context.resources, "/account/login/magic-link", token=token)
        minutes = int(magic_links.LASTS.total_seconds() / 60)
        only_here = configuration_of(context.resources).vendor.magic_link_same_device
        await mails.send_mail(
            db,
            context.resources,
            "magic-link",
            person.email,
            link=link,
            minutes=minutes,
            only_here=only_here,
        )
        await _announce_passwordless_request(
            db, person, PasswordlessKind.MAGIC_LINK, Client(ip, user_agent)
        )


@job("passwordless.wrong_code")
async def announce_wrong_code(context: JobContext, request: str, ip: str, user_agent: str) -> None:
    """Audit a wrong code. Done in a job, because only failures of existing users are audited and the
    duration of the request must not reveal that."""
    async with context.database.transaction(Scope.system()) as db:
        owner = await OWNER.first(db, bytes.fromhex(request))
        person = await queries.BY_ID.first(db, owner, clock.now()) if owner else None
        if person:
            event = AuthenticationFailed(person.tenant_id, "wrong_code", person.id)
            by = by_person(person.id, person.email, Client(ip, user_agent))
            await announce_event(db, event, by=by)


async def _announce_passwordless_request(
    db: Db, person: PasswordlessUser, kind: PasswordlessKind, client: Client
) -> None:
    event = PasswordlessRequested(person.tenant_id, person.id, kind)
    await announce_event(db, event, by=by_person(person.id, person.email, client))


async def find_passwordless_user(db: Db, named: NamedIdentifier) -> PasswordlessUser | None:
    """The user, or None. Needs the system scope."""
    return await BY[named.by].first(db, named.value, clock.now())
