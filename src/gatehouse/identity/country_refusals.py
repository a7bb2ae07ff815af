"""Mail a user who authenticated and was refused because of the country, where the tenant wants that.

The sign-in queues the mail only after authentication, so that knowing an address is not enough to cause
mail.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import structlog

from gatehouse.identity.mails import service
from gatehouse.kit.db import Query, Scope
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.rate_limit import RateLimit, RateLimited, RateLimiter
from gatehouse.policies.country_restrictions.countries import Countries


@dataclass(frozen=True, slots=True)
class RefusalRecipient:
    """The user who is notified of the refusal."""

    email: str
    name: str


# User $2, if tenant $1 wants the mail. Only to a verified address.
TOLD = Query(
    RefusalRecipient,
    """
    select u.email, u.name from users u join entry_rules e on e.tenant_id = $1
    where u.id = $2 and u.verified and e.country_active and e.country_mail
    """,
)


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
        if await TOLD.first(db, *asked) is None:
            return
    try:
        await context.resources[RateLimiter].hit(PER_PERSON, user_id)
    except RateLimited:
        log.info("country_refusals.not_mailed", user_id=user_id)
        return
    place = context.resources[Countries].place_of(ip)
    async with context.database.transaction(Scope.system()) as db:
        person = await TOLD.first(db, *asked)
        if person is None:
            return
        await service.send_mail(
            db, context.resources, "country-refused", person.email,
            name=person.name,
            country=place.country_name or place.country_code or "an unknown country",
            address=ip,
            at=datetime.fromisoformat(at).strftime("%Y-%m-%d %H:%M UTC"),
            link=service.build_mail_link(context.resources, "/account/forget-password"),
        )  # fmt: skip
