"""The last of a sign-in in two steps: the session, and what its browser keeps."""

from dataclasses import dataclass

from starlette.responses import Response

from gatehouse.access.client import Client
from gatehouse.identity.factors.remembered_device import service as remembered
from gatehouse.identity.mfa import changes
from gatehouse.identity.mfa.login.waiting import owner_of
from gatehouse.identity.sessions.cookies import set_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in import pending as waiting
from gatehouse.identity.sign_in.answer import answer
from gatehouse.identity.sign_in.door import DEVICE_COOKIE
from gatehouse.identity.sign_in.enrollment import recovery_code_of
from gatehouse.identity.sign_in.flow import finish
from gatehouse.identity.sign_in.models import Challenge, Pending, Remembering
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.models import MfaStrategy


@dataclass(frozen=True, slots=True)
class Finished:
    """`device` is the token of a browser that is remembered for `seconds`."""

    outcome: SignedIn | Challenge
    recovery_code: str | None = None
    device: str | None = None
    seconds: int = 0


async def shown(
    db: Db,
    resources: Resources,
    pending: Pending,
    method: str,
    client: Client,
    *,
    remember: bool | None,
    recovery_code: str | None = None,
) -> Finished:
    """The second factor was right. The browser is remembered if it asks to be and the tenant lets it."""
    outcome = await finish(db, resources, pending, method, client)
    rule = await _rule(db, outcome) if remember else None
    if rule is None or not rule.is_allowed:
        return Finished(outcome, recovery_code)
    token = await remembered.remember(db, pending.user_id, rule.seconds)
    return Finished(outcome, recovery_code, token, rule.seconds)


async def enrolled(
    db: Db,
    resources: Resources,
    pending: Pending,
    token: str,
    strategy: MfaStrategy,
    method: str,
    client: Client,
    *,
    remember: bool | None,
) -> Finished:
    """The first factor was enrolled; it also counts as shown. With the recovery code that the challenge
    promised."""
    owner = await owner_of(db, pending, client)
    promised = recovery_code_of(token, pending)
    code = await changes.enrolled(db, resources, owner, strategy, promised)
    return await shown(
        db, resources, pending, method, client, remember=remember, recovery_code=code
    )


def response(resources: Resources, finished: Finished) -> Response:
    """The login answer with its cookies."""
    code = finished.recovery_code
    more = {"recoveryCode": code} if code else {}
    response = answer(resources, finished.outcome, 201, **more)
    if finished.device:
        set_cookie(response, resources, DEVICE_COOKIE, finished.device, finished.seconds)
    return response


async def _rule(db: Db, outcome: SignedIn | Challenge) -> Remembering | None:
    if not isinstance(outcome, SignedIn):
        return None
    return await waiting.remembering_of(db, outcome.tenant_id)
