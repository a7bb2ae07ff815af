"""`Idempotency-Key`: a repeated call gets the stored answer of the first one, for a day."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from gatehouse.kit import clock
from gatehouse.kit.db import Command, Db, Query
from gatehouse_simulators.cards.errors import CardRefusal

KEPT = timedelta(hours=24)
LONGEST_KEY = 255


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    request: str
    made_at: datetime
    status: int | None
    body: str | None


@dataclass(frozen=True, slots=True)
class KeyClaim:
    """The first call with its key; `key` is the key of its row."""

    key: str


CLAIM = Query(
    str,
    """
    insert into simulated_cards.answers as a (key, request, made_at) values ($1, $2, $3)
    on conflict (key) do update set request = excluded.request, made_at = excluded.made_at,
      status = null, body = null where a.made_at <= $4
    returning key
    """,
)
FIND = Query(
    StoredAnswer,
    "select request, made_at, status, body from simulated_cards.answers where key = $1",
)
ANSWERED = Command("update simulated_cards.answers set status = $2, body = $3 where key = $1")
FORGET = Command("delete from simulated_cards.answers where key = $1")


async def claim_key(db: Db, api_key: str, key: str, request: bytes) -> KeyClaim | StoredAnswer:
    """Claim the key, or return the stored answer of the first call. The same key for another request is
    refused."""
    if len(key) > LONGEST_KEY:
        raise CardRefusal("Idempotency keys have at most 255 characters", kind="idempotency_error")
    row, digest = _hash_content(f"{api_key}\n{key}".encode()), _hash_content(request)
    now = clock.now()
    if await CLAIM.first(db, row, digest, now, now - KEPT):
        return KeyClaim(row)
    found = await FIND.one(db, row)
    if found.request != digest:
        raise CardRefusal(
            "Keys for idempotent requests can only be used with the same parameters they were "
            f"first used with. Try using a key other than '{key}' if you meant to execute a "
            "different request.",
            kind="idempotency_error",
        )
    if found.status is None:
        raise CardRefusal(
            "There is currently another in-progress request using this idempotency key.",
            "idempotency_key_in_use",
            status=409,
            kind="idempotency_error",
        )
    return found


async def store_answer(db: Db, claimed: KeyClaim, status: int, body: str) -> None:
    """Store the answer. Calls that never ran are not stored: bad parameters, a wrong key, rate limits, an
    outage."""
    if status in (400, 401, 404, 429) or status >= 500:
        await FORGET.run(db, claimed.key)
    else:
        await ANSWERED.run(db, claimed.key, status, body)


def _hash_content(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
