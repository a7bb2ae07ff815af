"""Notify applications of ended sessions (OpenID Connect Back-Channel Logout 1.0). A trigger of `sessions`
starts the job, whatever ended the session."""

from urllib.parse import urlencode
from uuid import UUID

from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.tokens import AccessTokens
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.identity.oauth import queries
from gatehouse.identity.oauth.events import LogoutNotTold
from gatehouse.identity.oauth.models import EndedApplicationSession
from gatehouse.kit.crypto import new_token
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of

LOGOUT = "http://schemas.openid.net/event/backchannel-logout"
KIND = "logout+jwt"
LASTS = 120
TAKEN = (200, 204)
HEADERS = {"content-type": "application/x-www-form-urlencoded"}


class NotTold(Exception):
    """The application could not be reached, or answered with a temporary error."""


@job("oauth.tell_of_end", max_attempts=6)
async def notify_application_of_logout(context: JobContext, session_id: str) -> None:
    """Send one logout token for an ended session; retried while the application does not answer."""
    resources = context.resources
    async with context.database.transaction(Scope.system()) as db:
        ended = await queries.ENDED.first(db, UUID(session_id))
    application = _find_application_to_notify(resources, ended) if ended else None
    if ended is None or application is None:
        return
    await resources[KeyRing].refresh()
    try:
        refused = await _send_logout_token(resources, application, ended)
    except (NotTold, Unreachable) as error:
        if not context.last_attempt:
            raise
        refused = str(error)
    if refused:
        async with context.database.transaction(Scope.system()) as db:
            event = LogoutNotTold(
                ended.tenant_id, ended.user_id, ended.session_id, application.id,
                application.name, refused,
            )  # fmt: skip
            await announce_event(db, event, by=SYSTEM)


def _find_application_to_notify(
    resources: Resources, ended: EndedApplicationSession
) -> Application | None:
    return next(
        (
            one
            for one in configuration_of(resources).applications
            if one.id == ended.application_id and one.is_active and one.backchannel_logout_uri
        ),
        None,
    )


async def _send_logout_token(
    resources: Resources, application: Application, ended: EndedApplicationSession
) -> str:
    """Send the logout token and return the reason of a refusal, or an empty text. Raises `NotTold` when the
    application has a temporary error, and `Unreachable` when it does not answer."""
    body = urlencode(
        {"logout_token": await issue_logout_token(resources, application, ended)}
    ).encode()
    try:
        answer = await resources[Outbound].post(application.backchannel_logout_uri, body, HEADERS)
    except AddressRefused as error:
        return str(error)
    if answer.status in TAKEN:
        return ""
    said = f"It answered {answer.status}"
    if answer.status >= 500 or answer.status == 429:
        raise NotTold(said)
    return said


async def issue_logout_token(
    resources: Resources, application: Application, ended: EndedApplicationSession
) -> str:
    """Build a logout token (§2.4): it has no nonce, and its `typ` makes it unusable as an access token."""
    claims = {
        "sub": str(ended.user_id),
        "sid": str(ended.session_id),
        "jti": new_token(16),
        "events": {LOGOUT: {}},
    }
    return await resources[AccessTokens].issue(
        claims,
        audience=application.audience,
        seconds=LASTS,
        algorithm=application.signing_algorithm,
        kind=KIND,
    )
