"""The account's own sign-in pages. `GET /metadata` returns them to pages that name the account."""

from typing import Any

import orjson

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.directory.login_box import queries
from gatehouse.directory.login_box.changes import apply_actions
from gatehouse.directory.login_box.errors import LoginBoxTooLarge
from gatehouse.directory.login_box.events import LoginBoxChanged
from gatehouse.directory.login_box.schemas import BoxChange
from gatehouse.directory.tenants.service import take_turns
from gatehouse.kit import clock
from gatehouse.kit.db import Db

MOST_BYTES = 32_768


async def read_login_box(db: Db, caller: Principal) -> dict[str, Any]:
    return await queries.CONFIGURATION.first(db, caller.tenant_id) or {}


async def change_login_box(db: Db, caller: Principal, client: Client, data: BoxChange) -> None:
    """Apply all actions or none. Raises `LoginBoxRefused` or `LoginBoxTooLarge`."""
    await take_turns(db, caller.tenant_id)
    before = await read_login_box(db, caller)
    after = apply_actions(before, data.actions)
    if after == before:
        return
    if len(orjson.dumps(after)) > MOST_BYTES:
        raise LoginBoxTooLarge(f"The whole can be {MOST_BYTES} bytes")
    await queries.SAVE.run(db, caller.tenant_id, after, clock.now())
    paths = sorted({action.type for action in data.actions})[:20]
    await announce_event(db, LoginBoxChanged(caller.tenant_id, paths), by=by_caller(caller, client))
