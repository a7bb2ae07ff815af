"""Mail with the links and codes that activate accounts and memberships."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from gatehouse.directory.people.events import UserInvited, UserJoinedByLink
from gatehouse.directory.people.invite_links.service import find_link_creator_email
from gatehouse.directory.users import service as users
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.models import ActionTokenPurpose
from gatehouse.identity.action_tokens.service import HOURS
from gatehouse.identity.activation import queries
from gatehouse.identity.activation.models import PendingActivation
from gatehouse.identity.mails import service as mails
from gatehouse.identity.mails.service import mail_already_registered
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.models import CodePurpose, SealedCode
from gatehouse.identity.text_messages import service as text_messages
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.events import EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of


@job("activation.mail")
async def mail_activation_of_membership(
    context: JobContext,
    tenant_id: str,
    user_id: str,
    request: str | None = None,
    sealed_code: str | None = None,
    **_: Any,
) -> None:
    code = SealedCode.from_payload(request, sealed_code)
    await _mail_pending_membership(context, UUID(tenant_id), UUID(user_id), code)


@job("activation.resend")
async def mail_newest_activation(
    context: JobContext, email: str, request: str | None = None, sealed_code: str | None = None
) -> None:
    """Mail the activation link for the newest pending membership of this address. Without one, a user
    with an active account gets a mail that explains how to sign in.

    The payload is an address, not an id, so that the request does no lookup and its duration reveals
    nothing.
    """
    async with context.database.transaction(Scope.system()) as db:
        waiting = await queries.WAITING_BY_EMAIL.first(db, email, clock.now())
        holder = None if waiting else await users.find_user_by_email(db, email)
        if holder and holder.verified:
            await mail_already_registered(db, context.resources, holder.email, holder.name)
        texted = waiting and await _mail_activation_or_invitation(
            db, context.resources, waiting, SealedCode.from_payload(request, sealed_code)
        )
    if waiting and texted:
        await _text_invitation_code(context, waiting, texted)


@job("activation.resend_all")
async def mail_activations_of_address(context: JobContext, email: str) -> None:
    """Mail the links for every pending membership of this address."""
    async with context.database.transaction(Scope.system()) as db:
        for waiting in await queries.WAITING_BY_EMAIL.all(db, email, clock.now()):
            await _mail_activation_or_invitation(db, context.resources, waiting)


@subscribe_to_event(UserInvited, "activation.mail_invited")
async def mail_invited_user(context: JobContext, news: EventEnvelope[UserInvited]) -> None:
    await _mail_pending_membership(context, news.event.tenant_id, news.event.user_id)


async def _mail_pending_membership(
    context: JobContext, tenant_id: UUID | None, user_id: UUID, code: SealedCode | None = None
) -> None:
    """Mail the link for one membership if it is still pending."""
    async with context.database.transaction(Scope.system()) as db:
        waiting = await queries.WAITING_IN_TENANT.first(db, user_id, clock.now(), tenant_id)
        texted = waiting and await _mail_activation_or_invitation(
            db, context.resources, waiting, code
        )
    if waiting and texted:
        await _text_invitation_code(context, waiting, texted)


async def _mail_activation_or_invitation(
    db: Db, resources: Resources, waiting: PendingActivation, code: SealedCode | None = None
) -> str | None:
    """Mail an invitation link to a verified user, an activation link to an unverified one. Returns the
    code of an invitation by code, which may also be sent by text message."""
    by_code = configuration_of(resources).vendor.invitation_strategy == "code"
    if waiting.was_invited and by_code and code is None:
        return await _mail_invitation_code(db, resources, waiting)
    purpose = ActionTokenPurpose.INVITE if waiting.verified else ActionTokenPurpose.ACTIVATE
    path = "/account/invitation/accept" if waiting.verified else "/account/activate"
    token = await action_tokens.issue_action_token(
        db, purpose, waiting.user_id, waiting.tenant_id, mailed=True
    )
    link = mails.build_mail_link(resources, path, userId=waiting.user_id, token=token)
    if code and (
        digits := await codes.bind_sealed_code(
            db, resources[Box], code, waiting.user_id, waiting.email, waiting.tenant_id
        )
    ):
        lasts = timedelta(seconds=configuration_of(resources).vendor.activation_code_seconds)
        await mails.send_mail(
            db, resources, "activate-code", waiting.email,
            code=digits, lasts=format_duration(lasts), link=link, hours=HOURS[purpose],
        )  # fmt: skip
        return None
    template = "invite" if waiting.was_invited else "activate"
    await mails.send_mail(db, resources, template, waiting.email, link=link, hours=HOURS[purpose])
    return None


async def _mail_invitation_code(db: Db, resources: Resources, waiting: PendingActivation) -> str:
    """The page behind the link asks for the code, which counts only with the token in the link."""
    lasts = timedelta(seconds=configuration_of(resources).vendor.invitation_code_seconds)
    verified = waiting.verified
    purpose = CodePurpose.ACCEPT_INVITATION if verified else CodePurpose.ACTIVATE_INVITED
    path = "/account/invitation/code" if verified else "/account/activate/code"
    issued = await codes.issue_one_time_code(
        db, purpose, waiting.email, waiting.user_id,
        bound_to=waiting.user_id, entering=waiting.tenant_id, lasts=lasts,
    )  # fmt: skip
    link = mails.build_mail_link(resources, path, userId=waiting.user_id, token=issued.token)
    await mails.send_mail(
        db,
        resources,
        "invite-code",
        waiting.email,
        code=issued.code,
        lasts=format_duration(lasts),
        link=link,
    )
    return issued.code


async def _text_invitation_code(context: JobContext, waiting: PendingActivation, code: str) -> None:
    """Send the code also to the user's verified phone number, if there is one. A message over the limit
    is dropped without an error."""
    if not waiting.verified:
        return
    async with context.database.transaction(Scope.system()) as db:
        number = await queries.PROVED_NUMBER.first(db, waiting.user_id)
    if number is None:
        return
    if not await text_messages.may_send_text(
        context.resources, number, waiting.email, waiting.user_id, "activation.text_not_sent"
    ):
        return
    async with context.database.transaction(Scope.system()) as db:
        await text_messages.send_invitation_code(db, context.resources, number, code)


def format_duration(lasts: timedelta) -> str:
    """`10 minutes`, `72 hours`."""
    minutes = int(lasts.total_seconds()) // 60
    count, unit = (minutes // 60, "hour") if minutes >= 120 else (minutes, "minute")
    return f"{count} {unit}{'' if count == 1 else 's'}"


@subscribe_to_event(UserJoinedByLink, "invite_links.tell_maker")
async def notify_link_creator(context: JobContext, news: EventEnvelope[UserJoinedByLink]) -> None:
    """Mail the creator, if the link asks for notifications."""
    event = news.event
    if event.tenant_id is None:
        return
    async with context.database.transaction(Scope.system()) as db:
        if to := await find_link_creator_email(db, event.tenant_id, event.link_id):
            page = mails.build_mail_link(context.resources, "/oauth/portal")
            await mails.send_mail(db, context.resources, "joined", to, who=event.email, link=page)
