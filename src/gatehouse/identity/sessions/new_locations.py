"""Mails about a sign-in from a new location, and the link in them that ends the session."""

import re
from typing import Final
from uuid import UUID

from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.models import ActionTokenPurpose
from gatehouse.identity.action_tokens.service import HOURS
from gatehouse.identity.factors import service as factors
from gatehouse.identity.mails import service as mails
from gatehouse.identity.passwords.queries import FORGET_PLACE
from gatehouse.identity.sessions import end_queries
from gatehouse.identity.sessions.end_queries import END_GIVEN_SESSIONS
from gatehouse.identity.sessions.errors import SessionLinkExpired
from gatehouse.identity.sessions.events import SessionsEnded
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.logs import get_logger
from gatehouse.kit.rate_limit import RateLimit, RateLimited, RateLimiter
from gatehouse.policies.country_restrictions.countries import Countries

LINKS_PER_IP = RateLimit("new_places.link.ip", 60, 15)
# The first match counts, because browsers also name those that they derive from.
BROWSERS: Final = (
    (re.compile(r"\b(?:Edg|EdgA|EdgiOS)/"), "Edge"),
    (re.compile(r"\b(?:OPR|Opera)/"), "Opera"),
    (re.compile(r"\bSamsungBrowser/"), "Samsung Internet"),
    (re.compile(r"\b(?:Firefox|FxiOS)\b"), "Firefox"),
    (re.compile(r"\b(?:Chrome|Chromium|CriOS)/"), "Chrome"),
    (re.compile(r"\bSafari/"), "Safari"),
)
SYSTEMS: Final = (
    (re.compile(r"\biPhone\b"), "iPhone"),
    (re.compile(r"\biPad\b"), "iPad"),
    (re.compile(r"\bAndroid\b"), "Android"),
    (re.compile(r"\bWindows\b"), "Windows"),
    (re.compile(r"\bMac OS X\b"), "macOS"),
    (re.compile(r"\bCrOS\b"), "ChromeOS"),
    (re.compile(r"\bLinux\b"), "Linux"),
)
log = get_logger()
# Mobile networks change often, and users stop reading many mails in a row.
PER_USER = RateLimit("mails.new_place.day", 5, 24 * 60)


async def end_session_by_link(call: SystemCall, token: str) -> None:
    """End the session of the link and later sessions from the same client address: a step-up replaces a
    session, and the device may have signed in again. Works also when the session has already ended.
    Remembered browsers are deleted, so MFA is required again. Raises `SessionLinkExpired`."""
    await call.limit_place(LINKS_PER_IP)
    session_id = await end_queries.SESSION_OF_LINK.first(call.db, token_hash(token))
    link = await action_tokens.use_token_of_any_user(call.db, ActionTokenPurpose.END_SESSION, token)
    if link is None or session_id is None:
        raise SessionLinkExpired("This link is no longer valid")
    sessions = await end_queries.SINCE.all(call.db, session_id, link.user_id)
    first = next((one for one in sessions if one.is_first), None)
    if first is None:
        return
    place = get_ip_network(first.ip)
    from_there = [one.id for one in sessions if get_ip_network(one.ip) == place]
    await END_GIVEN_SESSIONS.run(call.db, link.user_id, from_there, clock.now())
    await FORGET_PLACE.run(call.db, token_hash(first.email), place)
    await factors.forget_remembered_devices(call.db, link.user_id)
    event = SessionsEnded(first.tenant_id, link.user_id, session_id)
    await announce_event(call.db, event, by=by_person(link.user_id, first.email, call.client))


def describe_device(user_agent: str) -> str:
    """A label such as `Chrome on Windows`, or the known part of it."""
    browser = next((name for pattern, name in BROWSERS if pattern.search(user_agent)), None)
    system = next((name for pattern, name in SYSTEMS if pattern.search(user_agent)), None)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "an unknown device"


@job("new_places.mail")
async def mail_new_location(context: JobContext, user_id: str, session_id: str) -> None:
    """Mail the user, only to a verified address. A mail over the limit is dropped."""
    started = UUID(session_id), UUID(user_id)
    async with context.database.transaction(Scope.system()) as db:
        session = await end_queries.NEW_SESSION.first(db, *started)
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
        await mails.send_mail(
            db, context.resources, "new-place", session.email,
            name=session.name,
            place=where or "an unknown place",
            address=session.ip,
            device=describe_device(session.user_agent),
            at=session.began_at.strftime("%Y-%m-%d %H:%M UTC"),
            link=mails.build_mail_link(context.resources, "/account/end-session", token=token),
            hours=HOURS[ActionTokenPurpose.END_SESSION],
        )  # fmt: skip
