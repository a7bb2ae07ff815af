"""Mail a user who authenticated and was refused because of the country.

The sign-in queues the mail only after authentication, so that knowing an address is not enough to cause
mail.
"""

from datetime import datetime
from uuid import UUID

import structlog

from gatehouse.identity.country_refusals import queries
from gatehouse.identity.mails import service as mails
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.rate_limit import RateLimit, RateLimited, RateLimiter
from gatehouse.policies.country_restrictions.countries import Countries

log = structlog.get_logger()

# A user who knows the password may retry from there many times.
PER_PERSON = RateLimit("mails.country_refused.day", 3, 24 * 60)


@job("country_refusals.mail")
async def mail_country_refusal(
    context: JobContext, tenant_id: str, user_id: str, ip: str, at: str
) -> None:
    """Mail the user. A mail over the limit is dropped without an error."""
    asked = UUID(tenant_id), UUID(user_id)
    async with context.database.transaction(Scope.system()) as db:
        if await queries.TOLD.first(db, *asked) is None:
            return
    try:
        await context.resources[RateLimiter].hit(PER_PERSON, user_id)
    except RateLimited:
        log.info("country_refusals.not_mailed", user_id=user_id)
        return
    place = context.resources[Countries].place_of(ip)
    async with context.database.transaction(Scope.system()) as db:
        person = await queries.TOLD.first(db, *asked)
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
