"""Mail with the links that activate accounts and memberships."""

from typing import Any
from uuid import UUID

from gatehouse.directory.people.invite.events import UserInvited
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.service import HOURS, Purpose
from gatehouse.identity.activation import queries
from gatehouse.identity.activation.models import Waiting
from gatehouse.identity.mails import service as mails
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.events import News, subscribe
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.resources import Resources


@job("activation.mail")
async def mail_one(context: JobContext, tenant_id: str, user_id: str, **_: Any) -> None:
    await _mail_member(context, UUID(tenant_id), UUID(user_id))


@job("activation.resend")
async def mail_newest(context: JobContext, email: str) -> None:
    """The link for the newest membership of this address that waits, if any.

    The payload is an address, not an id, so that nothing is looked up while a stranger waits."""
    async with context.database.transaction(Scope.system()) as db:
        waiting = await queries.WAITING_BY_EMAIL.first(db, email, clock.now())
        if waiting:
            await _mail(db, context.resources, waiting)


@job("activation.resend_all")
async def mail_all(context: JobContext, email: str) -> None:
    """The links for every membership of this address that waits."""
    async with context.database.transaction(Scope.system()) as db:
        for waiting in await queries.WAITING_BY_EMAIL.all(db, email, clock.now()):
            await _mail(db, context.resources, waiting)


async def _mail_member(context: JobContext, tenant_id: UUID | None, user_id: UUID) -> None:
    """The link for one membership, if it still waits."""
    async with context.database.transaction(Scope.system()) as db:
        waiting = await queries.WAITING_IN_TENANT.first(db, user_id, clock.now(), tenant_id)
        if waiting:
            await _mail(db, context.resources, waiting)


async def _mail(db: Db, resources: Resources, waiting: Waiting) -> None:
    """To somebody with an account: a link that accepts. To anybody else: one that activates."""
    purpose = Purpose.INVITE if waiting.verified else Purpose.ACTIVATE
    path = "/account/invitation/accept" if waiting.verified else "/account/activate"
    token = await action_tokens.issue(db, purpose, waiting.user_id, waiting.tenant_id)
    await mails.send(
        db,
        resources,
        "invite" if waiting.was_invited else "activate",
        waiting.email,
        link=mails.link(resources, path, userId=waiting.user_id, token=token),
        hours=HOURS[purpose],
    )


@subscribe(UserInvited, "activation.mail_invited")
async def mail_invited(context: JobContext, news: News[UserInvited]) -> None:
    await _mail_member(context, news.event.tenant_id, news.event.user_id)
