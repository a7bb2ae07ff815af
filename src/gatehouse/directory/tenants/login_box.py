"""The account's own sign-in pages. `GET /metadata` returns them to pages that name the account.

The pages are served from the vendor's domain, so an account sets styles and texts only, nothing that loads or
runs something there.
"""

import re
from collections.abc import Iterable
from typing import Any

import orjson

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants import queries
from gatehouse.directory.tenants.account_schemas import BoxAction, BoxChange
from gatehouse.directory.tenants.errors import LoginBoxRefused, LoginBoxTooLarge
from gatehouse.directory.tenants.events import LoginBoxChanged
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.vendor.brand.color import is_color, is_color_path

MOST_BYTES = 32_768


async def read_login_box(db: Db, caller: Principal) -> dict[str, Any]:
    return await queries.LOGIN_BOX.first(db, caller.tenant_id) or {}


async def change_login_box(db: Db, caller: Principal, data: BoxChange) -> None:
    """Apply all actions or none. Raises `LoginBoxRefused` or `LoginBoxTooLarge`."""
    await lock_tenant(db, caller.tenant_id)
    before = await read_login_box(db, caller)
    after = apply_box_actions(before, data.actions)
    if after == before:
        return
    if len(orjson.dumps(after)) > MOST_BYTES:
        raise LoginBoxTooLarge(f"The settings can have at most {MOST_BYTES} bytes")
    await queries.SAVE_LOGIN_BOX.run(db, caller.tenant_id, after, clock.now())
    paths = sorted({action.type for action in data.actions})[:20]
    await announce_event(db, LoginBoxChanged(caller.tenant_id, paths), by=caller.actor)


LOOKS = frozenset({"theme", "themeV2"})
WORDS = "localizations"
# Characters and functions that would end a CSS declaration, or load something in it.
NO_STYLE = re.compile(r"[<>{};\\@]|url\s*\(|expression\s*\(|/\*", re.IGNORECASE)
NO_WORDS = re.compile(r"[<>]")


def apply_box_actions(before: dict[str, Any], actions: Iterable[BoxAction]) -> dict[str, Any]:
    """Apply the actions in order; a value replaces a group, and a group replaces a value. Raises
    `LoginBoxRefused`."""
    after = before
    for action in actions:
        keys = action.type.split("/")
        _check_box_value(action.type, keys[0], action.payload)
        after = _set_box_value(after, keys, action.payload)
    return after


def _check_box_value(path: str, root: str, value: object) -> None:
    if root != WORDS and root not in LOOKS:
        raise LoginBoxRefused("Only theme, themeV2 and localizations can be set", path=path)
    refused = NO_WORDS if root == WORDS else NO_STYLE
    if isinstance(value, str) and refused.search(value):
        raise LoginBoxRefused("This value is not allowed here", path=path)
    may_be_no_color = value is None or root == WORDS or not is_color_path(path.split("/"))
    if not may_be_no_color and not is_color(value):
        raise LoginBoxRefused("This must be a color, such as #2f5d50", path=path)


def _set_box_value(tree: Any, keys: list[str], value: Any) -> dict[str, Any]:
    branches: dict[str, Any] = dict(tree) if isinstance(tree, dict) else {}
    first, *rest = keys
    inner = _set_box_value(branches.get(first), rest, value) if rest else value
    if inner is None or inner == {}:
        branches.pop(first, None)
    else:
        branches[first] = inner
    return branches
