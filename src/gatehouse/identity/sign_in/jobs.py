"""Mails about a refused sign-in: to a user who authenticated and was refused because of the country, and
to one who is locked out after wrong passwords."""

from datetime import datetime
from uuid import UUID

from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.models import ActionTokenPurpose
from gatehouse.identity.action_tokens.service import HOURS
from gatehouse.identity.mails import service as mails
from gatehouse.identity.sign_in import queries
from gatehouse.identity.sign_in.events import UserLockedOut
from gatehouse.kit.db import Scope
from gatehouse.kit.events import EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.logs import get_logger
from gatehouse.kit.rate_limit import RateLimit, RateLimited, RateLimiter
from gatehouse.policies.country_restrictions.countries import Countries
from gatehouse.vendor.current import configuration_of

log = get_logger()

# A user who knows the password may retry from there many times.
REFUSAL_MAILS = RateLimit("mails.country_refused.day", 3, 24 * 60)


@job("country_refusals.mail")
async def mail_country_refusal(
    context: JobContext, tenant_id: str, user_id: str, ip: str, at: str
) -> None:
    """Mail the user. A mail over the limit is dropped without an error."""
    asked = UUID(tenant_id), UUID(user_id)
    async with context.database.transaction(Scope.system()) as db:
        if await queries.REFUSAL_RECIPIENT.first(db, *asked) is None:
            return
    try:
        await context.resources[RateLimiter].hit(REFUSAL_MAILS, user_id)
    except RateLimited:
        log.info("country_refusals.not_mailed", user_id=user_id)
        return
    place = context.resources[Countries].place_of(ip)
    async with context.database.transaction(Scope.system()) as db:
        person = await queries.REFUSAL_RECIPIENT.first(db, *asked)
        if person is None:
            return
        await mails.send_mail(
            db, context.resources, "country-refused", person.email,
            name=person.name,
            country=place.country_name or place.country_code or "an unknown country",
            address=ip,
            at=datetime.fromisoformat(at).strftime("%Y-%m-%d %H:%M UTC"),
            link=mails.build_mail_link(context.resources, "/account/forget-password"),
        )  # fmt: skip


@subscribe_to_event(UserLockedOut, "unlock.mail")
async def mail_unlock_link(context: JobContext, news: EventEnvelope[UserLockedOut]) -> None:
    """Mail the link, only to a verified address. One mail for each lockout, and those are 15 minutes
    apart."""
    user_id = news.event.user_id
    if user_id is None or not configuration_of(context.resources).vendor.unlock_by_mail:
        return
    async with context.database.transaction(Scope.system()) as db:
        holder = await queries.LOCKED_ACCOUNT_HOLDER.first(db, user_id)
        if holder is None:
            return
        token = await action_tokens.issue_action_token(db, ActionTokenPurpose.UNLOCK, user_id)
        link = mails.build_mail_link(context.resources, "/account/unlock", token=token)
        hours = HOURS[ActionTokenPurpose.UNLOCK]
        await mails.send_mail(
            db, context.resources, "account-locked", holder.email, link=link, hours=hours
        )
