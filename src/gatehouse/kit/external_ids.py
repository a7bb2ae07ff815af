"""Replaces internal tenant ids in outgoing data by the vendor's external ids (ADR 28).

Such an id is recognized by its prefix, so data without one costs a single search for eight bytes. An external
id never changes, so it is cached without invalidation.
"""

import html
import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote
from uuid import UUID

import orjson

from gatehouse.kit.db import Database, Query, SingleStatements
from gatehouse.kit.tenant_ids import COMPUTED, MARK

REMEMBERED = 20_000
MARKED = MARK.encode()
# What stands before an id says how its text has to be escaped. In JSON, or in JSON inside of JSON, a value
# begins with a quotation mark; in an address, or one inside of another, with a slash or an equals sign.
PLACE = re.compile(
    rb'(?P<quote>\\*")?(?P<address>(?<=[=/])|(?<=%2F)|(?<=%3D)|(?<=%2f)|(?<=%3d))?'
    rb"(?P<id>" + COMPUTED.pattern.encode() + rb")"
)
# Less than a whole id, so that none is replaced twice.
LONGEST_BEFORE = 35
LONGEST = 36

Kind = Literal["json", "markup", "text", "address"]


@dataclass(frozen=True, slots=True)
class ExternalId:
    id: UUID
    external_id: str


EXTERNAL = Query(
    ExternalId,
    "select id, external_id from tenants where id = any ($1::uuid[]) and external_id is not null",
)


class ExternalIds:
    """The texts of tenants, read when they are first needed."""

    def __init__(self, database: Database | SingleStatements) -> None:
        self._database = database
        self._known: OrderedDict[bytes, str] = OrderedDict()

    async def replace_in_json(self, body: bytes) -> bytes:
        return await self.replace(body, "json")

    async def replace_in_claims(self, claims: dict[str, Any]) -> dict[str, Any]:
        text = orjson.dumps(claims, default=str)
        if MARKED not in text:
            return claims
        named: dict[str, Any] = orjson.loads(await self.replace_in_json(text))
        return named

    async def replace_in_text(self, text: str) -> str:
        if MARK not in text:
            return text
        return (await self.replace(text.encode(), "text")).decode()

    async def replace_in_markup(self, text: str) -> str:
        if MARK not in text:
            return text
        return (await self.replace(text.encode(), "markup")).decode()

    async def replace_in_address(self, value: bytes) -> bytes:
        """Of a header that holds an address or the name of a file."""
        return await self.replace(value, "address")

    async def replace(self, body: bytes, kind: Kind) -> bytes:
        """`body` with the text of each tenant, escaped as its place asks."""
        if MARKED not in body:
            return body
        known = await self._read_external_ids(body)
        if not known:
            return body
        escape = ESCAPES[kind]

        def shown(found: re.Match[bytes]) -> bytes:
            text = known.get(found["id"])
            if text is None:
                return found[0]
            before = found["quote"] or b""
            quoted = _count_address_levels(body, found) or int(kind == "address")
            for _ in range(quoted):
                text = quote(text, safe="")
            levels = _count_json_levels(len(before) - 1) if before and kind == "json" else 1
            for _ in range(levels):
                text = escape(text)
            return before + text.encode()

        return PLACE.sub(shown, body)

    async def _read_external_ids(self, body: bytes) -> dict[bytes, str]:
        wanted = set(COMPUTED_BYTES.findall(body))
        found: dict[bytes, str] = {}
        missing: list[UUID] = []
        for one in wanted:
            text = self._known.get(one)
            if text is None:
                missing.append(UUID(one.decode()))
            else:
                self._known.move_to_end(one)
                found[one] = text
        if missing:
            async with self._database.one_statement() as db:
                rows = await EXTERNAL.all(db, missing)
            for row in rows:
                key = str(row.id).encode()
                found[key] = self._known[key] = row.external_id
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return found


COMPUTED_BYTES = re.compile(COMPUTED.pattern.encode())


def _escape_for_json(text: str) -> str:
    return orjson.dumps(text).decode()[1:-1]


def _keep_unescaped(text: str) -> str:
    return text


ESCAPES: dict[Kind, Callable[[str], str]] = {
    "json": _escape_for_json,
    "markup": html.escape,
    "text": _keep_unescaped,
    "address": _keep_unescaped,
}


def _count_json_levels(backslashes: int) -> int:
    """A quotation mark has none before it in JSON, one in JSON within JSON, three within that."""
    return (backslashes + 1).bit_length()


def _count_address_levels(body: bytes, found: re.Match[bytes]) -> int:
    """How often a text is escaped in an address: once behind `=`, twice behind `%3D`, three times behind
    `%253D`; not at all outside of one."""
    if found["address"] is None:
        return 0
    place = found.start("id")
    if body[place - 1 : place] in (b"=", b"/"):
        return 1
    levels = 2
    place -= 2
    while body[place - 2 : place] == b"25":
        levels += 1
        place -= 2
    return levels


class Replacement:
    """Replaces the ids in a body that comes in parts, which may end within an id."""

    def __init__(self, external_ids: ExternalIds, kind: Kind) -> None:
        self._external_ids = external_ids
        self._kind: Kind = kind
        self._before = b""
        self._held = b""

    async def part(self, body: bytes, *, is_last: bool) -> bytes:
        body = self._held + body
        end = len(body) if is_last else _find_end_of_complete_ids(body)
        ready, self._held = body[:end], body[end:]
        shown = ready
        if MARKED in ready:
            whole = await self._external_ids.replace(self._before + ready, self._kind)
            shown = whole[len(self._before) :]
        self._before = (self._before + ready)[-LONGEST_BEFORE:]
        return shown


def _find_end_of_complete_ids(body: bytes) -> int:
    """Where an id may have begun whose end is in the next part."""
    began = body.find(MARKED, max(0, len(body) - LONGEST + 1))
    if began >= 0:
        return began
    for length in range(min(len(MARKED) - 1, len(body)), 0, -1):
        if body.endswith(MARKED[:length]):
            return len(body) - length
    return len(body)
