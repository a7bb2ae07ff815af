"""Mails that help users recover access."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.models import ActionTokenPurpose
from gatehouse.identity.action_tokens.service import HOURS
from gatehouse.identity.mails import service as mails
from gatehouse.identity.passwords import queries
from gatehouse.identity.passwords.events import PasswordResetRequested
from gatehouse.identity.passwords.models import ResetCandidate
from gatehouse.identity.sign_in.ip_location import KNOWN_FOR
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.resources import Resources

# Locations without a recent sign-in, and old failure counts.
OLD_ATTEMPTS = declare_purge(
    "sign_in_attempts",
    KNOWN_FOR,
    column="updated_at",
    key="subject, address",
    job="login.forget_attempts",
    cron="29 * * * *",
)
PAGE = 200
BY = {"username": queries.BY_IDENTIFIER, "phone_number": queries.BY_NUMBER}


@job("passwords.mail_reset")
async def mail_reset_link(context: JobContext, email: str, ip: str, user_agent: str) -> None:
    """Mail a reset link. The payload is an address, not an id: a lookup during the request would reveal
    by its duration whether the user exists. An account that was never activated gets its activation link."""
    async with context.database.transaction(Scope.system()) as db:
        person = await queries.BY_IDENTIFIER.first(db, email)
        if person is None:
            return
        if not person.verified:
            await enqueue(db, "activation.resend", email=email)
            return
        await _mail_reset_link(db, context.resources, person)
        by = by_person(person.id, person.email, Client(ip, user_agent))
        await announce_event(db, PasswordResetRequested(person.tenant_id, person.id), by=by)


@job("passwords.mail_reset_by")
async def mail_reset_link_by_identifier(
    context: JobContext, by: str, value: str, ip: str, user_agent: str
) -> None:
    """Mail a reset link to the user with this user name or phone number."""
    async with context.database.transaction(Scope.system()) as db:
        person = await BY[by].first(db, value)
    if person is not None:
        await mail_reset_link(context, person.email, ip, user_agent)


@job("passwords.mail_breached")
async def mail_breached_users(
    context: JobContext, tenant_id: str, beyond: str = "00000000-0000-0000-0000-000000000000"
) -> None:
    """Mail a reset link to one page of the tenant's members with a breached password, and queue a job for
    the next page."""
    async with context.database.transaction(Scope.system()) as db:
        people = await queries.BREACHED.all(db, UUID(tenant_id), UUID(beyond), PAGE)
        for person in people:
            await _mail_reset_link(db, context.resources, person)
        if len(people) == PAGE:
            await enqueue(
                db, "passwords.mail_breached", tenant_id=tenant_id, beyond=str(people[-1].id)
            )


async def _mail_reset_link(db: Db, resources: Resources, person: ResetCandidate) -> None:
    token = await action_tokens.issue_action_token(
        db, ActionTokenPurpose.RESET_PASSWORD, person.id, mailed=True
    )
    link = mails.build_mail_link(
        resources, "/account/reset-password", userId=person.id, token=token
    )
    hours = HOURS[ActionTokenPurpose.RESET_PASSWORD]
    await mails.send_mail(
        db, resources, "reset-password", person.email, name=person.name, link=link, hours=hours
    )
