"""The ceiling: bare ASGI and bare asyncpg on the product's own tables.

The product's statements with the fewest round trips, and nothing else: no framework, no transaction
with tenant scope, no row-level security, no audit, no validation, no access log. What the product
costs above this is the price of being a product.

Run with uvicorn; `CEILING_DATABASE_URL` names the database.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

import asyncpg
import orjson

from benchmarks.ceiling_sql import HEARTBEAT, LICENSES, ME, REFRESH, USERS, USERS_TOTAL, VALIDATE
from benchmarks.ceiling_tokens import sign, verify
from benchmarks.refresh_tokens import TOKENS
from gatehouse.kit.crypto import token_hash

CONNECTIONS = 4
SESSION_SECONDS = 30 * 24 * 3600
LEASE = timedelta(minutes=10)
JSON = (b"content-type", b"application/json")

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Ceiling:
    def __init__(self) -> None:
        self.free: asyncio.Queue[Any] = asyncio.Queue()
        self.routes = {
            "/me": self.me, "/refresh": self.refresh, "/users": self.users,
            "/licenses": self.licenses, "/validate": self.validate, "/heartbeat": self.heartbeat,
        }  # fmt: skip

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
            return
        route = self.routes.get("/" + scope["path"].split("/")[1])
        status, body = await route(scope, receive) if route else (200, b"{}")
        length = (b"content-length", str(len(body)).encode())
        start = {"type": "http.response.start", "status": status, "headers": [JSON, length]}
        await send(start)
        await send({"type": "http.response.body", "body": body})

    async def lifespan(self, receive: Any, send: Send) -> None:
        while True:
            step = (await receive())["type"]
            if step == "lifespan.startup":
                for _ in range(CONNECTIONS):
                    self.free.put_nowait(await asyncpg.connect(os.environ["CEILING_DATABASE_URL"]))
            await send({"type": f"{step}.complete"})
            if step == "lifespan.shutdown":
                return

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        taken = await self.free.get()
        try:
            yield taken
        finally:
            self.free.put_nowait(taken)

    async def me(self, scope: dict[str, Any], _: Any) -> tuple[int, bytes]:
        claims = verify(header(scope, b"authorization")[7:])
        who = [UUID(claims[name]) for name in ("sid", "sub", "tenantId")]
        async with self.connection() as db:
            text: str = await db.fetchval(ME, *who, datetime.now(UTC))
        return 200, text.encode()

    async def refresh(self, scope: dict[str, Any], _: Any) -> tuple[int, bytes]:
        used = TOKENS.parse_token(header(scope, b"cookie").partition(b"=")[2].decode())
        if used is None:
            return 401, b"{}"
        session_id, number = used
        now = datetime.now(UTC)
        async with self.connection() as db:
            row = await db.fetchrow(
                REFRESH, session_id, now, None, number, SESSION_SECONDS, None, None, None, None
            )
        if row is None:
            return 401, b"{}"
        following = TOKENS.encode_token(session_id, number + 1)
        # What the product's token says: its length is part of the work.
        claims = {
            "sub": str(row["user_id"]), "tenantId": str(row["tenant_id"]),
            "sid": str(row["session_id"]), "email": row["email"], "name": row["name"],
            "roles": row["roles"], "permissions": row["permissions"], "iat": int(now.timestamp()),
        }  # fmt: skip
        return 201, orjson.dumps({"accessToken": sign(claims), "refreshToken": following})

    async def users(self, scope: dict[str, Any], _: Any) -> tuple[int, bytes]:
        claims = verify(header(scope, b"authorization")[7:])
        query = {
            name: values[0] for name, values in parse_qs(scope["query_string"].decode()).items()
        }
        pattern = f"%{query.get('_filter', '')}%"
        arguments = UUID(claims["tenantId"]), pattern
        async with self.connection() as db:
            # As in the product, the offset of this list counts pages.
            limit = int(query["_limit"])
            page = limit, int(query["_offset"]) * limit
            rows = await db.fetch(USERS, *arguments, *page)
            total = await db.fetchval(USERS_TOTAL, *arguments)
        items = [dict(row) for row in rows]
        return 200, orjson.dumps({"items": items, "_metadata": {"totalItems": total}}, default=str)

    async def licenses(self, scope: dict[str, Any], _: Any) -> tuple[int, bytes]:
        claims = verify(header(scope, b"authorization")[7:])
        async with self.connection() as db:
            rows = await db.fetch(LICENSES, UUID(claims["tenantId"]))
        return 200, orjson.dumps([dict(row) for row in rows], default=str)

    async def validate(self, scope: dict[str, Any], _: Any) -> tuple[int, bytes]:
        async with self.connection() as db:
            text: str = await db.fetchval(VALIDATE, key_hash(scope), datetime.now(UTC), None, None)
        return 200, text.encode()

    async def heartbeat(self, scope: dict[str, Any], _: Any) -> tuple[int, bytes]:
        seat, now = UUID(scope["path"].rpartition("/")[2]), datetime.now(UTC)
        async with self.connection() as db:
            row = await db.fetchrow(HEARTBEAT, key_hash(scope), seat, now, now + LEASE, "")
        return 200, orjson.dumps({"leaseUntil": row["lease_until"]})


def key_hash(scope: dict[str, Any]) -> bytes:
    return token_hash(header(scope, b"authorization").partition(b" ")[2].decode())


def header(scope: dict[str, Any], name: bytes) -> bytes:
    return next((value for key, value in scope["headers"] if key == name), b"")


app = Ceiling()
