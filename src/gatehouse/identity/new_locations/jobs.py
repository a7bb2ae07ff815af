"""Mail about a sign-in from a location that is new for the account."""

from uuid import UUID

import structlog

from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.service import HOURS, ActionTokenPurpose
from gatehouse.identity.mails import service
from gatehouse.identity.new_locations import queries
from gatehouse.identity.new_locations.device import describe_device
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.rate_limit import RateLimit, RateLimited, RateLimiter
from gatehouse.policies.country_restrictions.countries import Countries

log = structlog.get_logger()

# Mobile networks change often, and users stop reading many mails in a row.
PER_USER = RateLimit("mails.new_place.day", 5, 24 * 60)


@job("new_places.mail")
async def mail_new_place(context: JobContext, user_id: str, session_id: str) -> None:
    """Mail the user, only to a verified address. A mail over the limit is dropped."""
    started = UUID(session_id), UUID(user_id)
    async with context.database.transaction(Scope.system()) as db:
        session = await queries.NEW_SESSION.first(db, *started)
    if session is None:
        return
    try:
        await context.resources[RateLimiter].hit(PER_USER, str(session.user_id))
    except RateLimited:
        log.info("new_places.not_mailed", user_id=str(session.user_id))
        return
    place = context.resources[Countries].place_of(session.ip)
    where = ", ".join(filter(None, [place.city, place.country_name or place.country_code]))
    async with context.database.transaction(Scope.system()) as db:
        token = await action_tokens.issue_action_token(
            db, ActionTokenPurpose.END_SESSION, session.user_id, session_id=started[0], mailed=True
        )
        await service.send_mail(
            db, context.resources, "new-place", session.email,
            name=session.name,
            place=where or "an unknown place",
            address=session.ip,
            device=describe_device(session.user_agent),
            at=session.began_at.strftime("%Y-%m-%d %H:%M UTC"),
            link=service.build_mail_link(context.resources, "/account/end-session", token=token),
            hours=HOURS[ActionTokenPurpose.END_SESSION],
        )  # fmt: skip
