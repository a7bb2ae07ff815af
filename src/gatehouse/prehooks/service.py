"""What changes goes through the document."""

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.service import LockedConfiguration, lock_configuration
from gatehouse.kit.crypto import Box, new_id, new_token
from gatehouse.kit.db import Db
from gatehouse.kit.outbound import AddressRefused, Outbound
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.prehooks import schemas
from gatehouse.prehooks.client import send_prehook_question
from gatehouse.prehooks.errors import EventTaken, NoCustomCode, PrehookNotFound, UrlUnusable
from gatehouse.prehooks.queries import PrehookQuestion
from gatehouse.vendor.prehooks import READ_PREHOOKS, SECRETS, EventKey, Prehook

SECTION = "prehooks"
TESTS = RateLimit("prehook tests", 20)
NO_CODE = "type: Gatehouse does not run code. Host it yourself and use type API with a URL."
# A fictitious user for tests.
NOBODY = {
    "id": "00000000-0000-0000-0000-000000000000",
    "email": "test@example.com",
    "name": "Test Person",
}


def decrypt_prehook_secret(resources: Resources, prehook: Prehook) -> str:
    return SECRETS.open(resources[Box], prehook.id, prehook.sealed_secret).decode()


async def get_prehook(db: Db, prehook_id: str) -> Prehook:
    """Raises `PrehookNotFound`."""
    for one in await READ_PREHOOKS.all(db):
        if one.id == prehook_id:
            return one
    raise PrehookNotFound("The prehook was not found")


async def create_prehook(
    db: Db, resources: Resources, caller: VendorPrincipal, data: schemas.PrehookIn
) -> Prehook:
    """Raises `NoCustomCode`, `EventTaken`, `UrlUnusable` or `DocumentRefused`."""
    configuration = await lock_configuration(db, caller, box=resources[Box])
    _require_api_type(data.type)
    _refuse_taken_events(await READ_PREHOOKS.all(db), data.event_keys)
    _require_public_url(resources, data.url)
    prehook_id = str(new_id())
    given = data.model_dump(exclude={"type"})
    secret = data.secret if data.secret not in (None, schemas.HIDDEN) else new_token()
    await _apply_prehook_change(configuration, prehook_id, {**given, "secret": secret})
    return await get_prehook(db, prehook_id)


async def change_prehook(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    prehook_id: str,
    data: schemas.PrehookChange,
) -> Prehook:
    """`PrehookNotFound`, and as `create_prehook`."""
    configuration = await lock_configuration(db, caller, box=resources[Box])
    _require_api_type(data.type)
    before = await get_prehook(db, prehook_id)
    others = [one for one in await READ_PREHOOKS.all(db) if one.id != prehook_id]
    _refuse_taken_events(others, data.event_keys or ())
    if data.url not in (None, before.url):
        _require_public_url(resources, data.url or "")
    given = data.model_dump(exclude={"type"}, exclude_none=True)
    if given.get("secret") == schemas.HIDDEN:
        del given["secret"]
    await _apply_prehook_change(configuration, prehook_id, given)
    return await get_prehook(db, prehook_id)


async def rotate_prehook_secret(
    db: Db, resources: Resources, caller: VendorPrincipal, prehook_id: str
) -> str:
    """The new secret, which signs from now on. Raises `PrehookNotFound`."""
    configuration = await lock_configuration(db, caller, box=resources[Box])
    await get_prehook(db, prehook_id)
    secret = new_token()
    await _apply_prehook_change(configuration, prehook_id, {"secret": secret})
    return secret


async def delete_prehook(
    db: Db, resources: Resources, caller: VendorPrincipal, prehook_id: str
) -> None:
    """Raises `PrehookNotFound`."""
    configuration = await lock_configuration(db, caller, box=resources[Box])
    await get_prehook(db, prehook_id)
    document = {"remove": {SECTION: [prehook_id]}}
    await configuration.change(document)


async def send_test_question(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    prehook_id: str,
    data: schemas.PrehookTest,
) -> schemas.PrehookTestResult:
    """Send one question about a fictitious user, whether the prehook is active or not; the answer has no
    effect. No database connection is held during the call. Raises `PrehookNotFound` or `RateLimited`."""
    prehook = await get_prehook(db, prehook_id)
    await db.pause()
    await resources[RateLimiter].hit(TESTS, str(caller.credential_id))
    question = PrehookQuestion(
        event := data.event_key or prehook.event_keys[0],
        _build_sample_question(event),
        caller.client,
    )
    found = await send_prehook_question(
        resources, prehook.url, decrypt_prehook_secret(resources, prehook), question
    )
    return schemas.PrehookTestResult(
        sent=found.sent,
        status_code=found.status,
        body=found.body,
        verdict=found.said.verdict if found.said else None,
        message=found.said.message if found.said else "",
        failure=found.failure,
        milliseconds=found.milliseconds,
    )


def _build_sample_question(event: EventKey) -> dict[str, Any]:
    if event == "JWT_GENERATION":
        claims = {"sub": NOBODY["id"], "tenantId": str(uuid4()), "email": NOBODY["email"]}
        return {"claims": {**claims, "roles": [], "permissions": []}}
    if event == "USER_INVITE":
        return {"action": "CREATE", "user": NOBODY, "tenant": {"id": uuid4(), "numberOfUsers": 1}}
    return {"user": NOBODY, "tenant": {"name": "Test account"}}


def _require_api_type(kind: str) -> None:
    if kind == "CUSTOM_CODE":
        raise NoCustomCode(NO_CODE)
    if kind != "API":
        raise NoCustomCode("type: must be API")


def _refuse_taken_events(others: Iterable[Prehook], wanted: Iterable[EventKey]) -> None:
    for other in others:
        for event in wanted:
            if event in other.event_keys:
                text = f"A prehook already exists for {event}: {other.display_name}"
                raise EventTaken(text, event=event, name=other.display_name)


def _require_public_url(resources: Resources, url: str) -> None:
    try:
        resources[Outbound].refuse_private(url)
    except AddressRefused as error:
        raise UrlUnusable(f"url: {error}") from None


async def _apply_prehook_change(
    configuration: LockedConfiguration,
    prehook_id: str,
    given: dict[str, Any],
) -> None:
    entry = {"active" if name == "is_active" else name: one for name, one in given.items()}
    document = {SECTION: {prehook_id: entry}}
    await configuration.change(document)
