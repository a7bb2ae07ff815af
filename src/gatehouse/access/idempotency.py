"""A backend that does not know whether its call arrived makes it again, and the work is done once.

`Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07), taken by every POST of the management API.
The key and the answer are kept in the transaction of the work itself: neither is there without the other. A
refusal undoes its work and so is not kept; the same key may then be used again.
"""

from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

import orjson
from fastapi import Request, Response

from gatehouse.access.client import ACCOUNT, PERSON
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.errors import Conflict, DomainError, Invalid
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.sealed import SealedColumn

HEADER = "idempotency-key"
REPLAYED = "idempotent-replayed"
LONGEST = 255  # characters
KEPT_FOR = timedelta(hours=24)


class KeyInvalid(Invalid, code="idempotency.key_invalid"): ...


class KeyReused(DomainError, status=422, code="idempotency.key_reused"):
    """The key was already used with another request (section 2.7 of the draft)."""


class FirstCallUnfinished(Conflict, code="idempotency.unfinished"):
    """A part of the first call's work was kept, and its answer was not."""


@dataclass(frozen=True, slots=True)
class ClaimedKey:
    """A key that this request is the first to use."""

    db: Db
    id: UUID
    asked: str


class AnsweredBefore(Exception):
    def __init__(self, response: Response) -> None:
        self.response = response


# A concurrent call with the same key waits here until the first one ends.
CLAIM = Command(
    "insert into idempotency_keys (id, created_at) values ($1, $2) on conflict do nothing"
)
RELEASE = Command("delete from idempotency_keys where id = $1")
READ = Query(bytes, "select sealed_answer from idempotency_keys where id = $1")
KEEP = Command("update idempotency_keys set sealed_answer = $2 where id = $1")
# Delete expired idempotency keys and their stored responses.
EXPIRED_KEYS = declare_purge(
    "idempotency_keys", KEPT_FOR, column="created_at", job="idempotency.forget", cron="29 * * * *"
)
ANSWER = SealedColumn(
    "idempotency_keys", "sealed_answer"
)  # with what was asked; both may hold a secret


async def claim_idempotency_key(request: Request, db: Db, caller_id: UUID) -> None:
    """Claim the key after authorization and before any work. Raises `AnsweredBefore` when the work was
    already done; `KeyInvalid`, `KeyReused`, `FirstCallUnfinished`."""
    key = request.headers.get(HEADER)
    if key is None or request.method != "POST" or hasattr(request.state, "claim"):
        return
    if not 0 < len(key) <= LONGEST or not key.isprintable():
        raise KeyInvalid(f"The idempotency key must have 1 to {LONGEST} printable characters")
    row_id, asked = _compute_key_id(caller_id, key), await _hash_request(request)
    if await CLAIM.run(db, row_id, clock.now()):
        request.state.claim = ClaimedKey(db, row_id, asked)
        return
    raise AnsweredBefore(_repeat_response(request, row_id, asked, await READ.one(db, row_id)))


async def store_response(request: Request, response: Response) -> None:
    """Store the response in the transaction of the work."""
    claimed: ClaimedKey | None = getattr(request.state, "claim", None)
    if claimed is not None:
        headers = {
            name: text for name, text in response.headers.items() if name != "content-length"
        }
        written = orjson.dumps(
            [claimed.asked, response.status_code, headers, bytes(response.body).decode()]
        )
        sealed = ANSWER.seal(_get_box(request), claimed.id, written)
        await KEEP.run(claimed.db, claimed.id, sealed)


async def release_idempotency_key(request: Request, error: DomainError) -> None:
    """Release the key, so that a refused call can be retried, even if a pause has already committed
    the key."""
    claimed: ClaimedKey | None = getattr(request.state, "claim", None)
    if claimed is None:
        return
    if not error.keeps_writes:
        await claimed.db.end("rollback", error)
    await RELEASE.run(claimed.db, claimed.id)
    if not error.keeps_writes:
        await claimed.db.end("commit")


def _repeat_response(request: Request, row_id: UUID, asked: str, kept: bytes | None) -> Response:
    if kept is None:
        raise FirstCallUnfinished(
            "The first request did not complete. Check its result, then use a new key."
        )
    first, status, headers, body = orjson.loads(ANSWER.open(_get_box(request), row_id, kept))
    if asked != first:
        raise KeyReused("This idempotency key was used with a different request")
    return Response(body, status, {**headers, REPLAYED: "true"})


def _compute_key_id(caller_id: UUID, key: str) -> UUID:
    """Row id of a key; keys of different callers are independent."""
    return UUID(bytes=sha256(caller_id.bytes + key.encode()).digest()[:16])


async def _hash_request(request: Request) -> str:
    """Hash of everything that defines the request: the same body for another tenant is another request."""
    asked = sha256(f"{request.url.path}?{request.url.query}\n".encode())
    for name in (ACCOUNT, PERSON):
        if name in request.headers:
            asked.update(f"{name}: {request.headers[name]}\n".encode())
    asked.update(await request.body())
    return asked.hexdigest()


def _get_box(request: Request) -> Box:
    resources: Any = request.app.state.resources
    box: Box = resources[Box]
    return box
