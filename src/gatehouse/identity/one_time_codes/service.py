"""A code counts once, within ten minutes and five tries, and only with the token of the browser that
asked for it. Whoever reads the database finds neither, and a code of another purpose is no code at all.

Callers limit how many are sent: `Limit` per recipient, per person and per place.
"""

import base64
import secrets
from datetime import timedelta
from typing import Any
from uuid import UUID

from gatehouse.identity.one_time_codes import queries
from gatehouse.identity.one_time_codes.errors import CodeExpired, WrongCode
from gatehouse.identity.one_time_codes.models import Issued, OneTimeCode, Purpose
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_token, same, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import JobContext, scheduled
from gatehouse.kit.purge import Purge

__all__ = [
    "Issued",
    "OneTimeCode",
    "Purpose",
    "give",
    "issue",
    "opened",
    "owner_of",
    "sealed",
    "use",
]

LASTS = timedelta(minutes=10)
MAX_TRIES = 5
DIGITS = 6
SEALED = "one_time_codes.code"
EXPIRED = Purge("one_time_codes", timedelta(days=1), queries.FORGET, queries.OLDEST_TO_FORGET)


async def issue(
    db: Db,
    purpose: Purpose,
    recipient: str,
    user_id: UUID | None,
    *,
    bound_to: UUID | None = None,
) -> Issued:
    """A new code; the caller sends it, or does not when nobody has the address. It counts only within
    the sign-in or session `bound_to`, where that is given. Needs the person's scope, or the system's."""
    token, now = new_token(), clock.now()
    code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    await queries.ADD.run(
        db,
        token_hash(token),
        purpose,
        user_id,
        recipient,
        _hash(token, code, bound_to),
        now,
        now + LASTS,
    )
    return Issued(token, code)


def sealed(box: Box, issued: Issued) -> dict[str, Any]:
    """For a job that finds out who gets the code: `request` is for `give`. What a job is told is kept for a
    while, so the code in it is encrypted."""
    request = token_hash(issued.token).hex()
    value = box.seal(issued.code.encode(), f"{SEALED}:{request}")
    return {"request": request, "sealed_code": base64.b64encode(value).decode()}


def opened(box: Box, request: str, sealed_code: str) -> str:
    return box.open(base64.b64decode(sealed_code), f"{SEALED}:{request}").decode()


async def give(db: Db, request: str, user_id: UUID, recipient: str) -> bool:
    """Whoever asked could not be told whether there is such a person, so the code was made for nobody;
    from now on it is this person's. False: it is over by now."""
    return bool(
        await queries.GIVE.first(db, bytes.fromhex(request), user_id, recipient, clock.now())
    )


async def owner_of(db: Db, request: str) -> UUID | None:
    return await queries.OWNER.first(db, bytes.fromhex(request))


async def use(
    db: Db, purpose: Purpose, token: str, code: str, *, bound_to: UUID | None = None
) -> OneTimeCode:
    """Whose code it was; `WrongCode`, which is counted, or `CodeExpired`. Needs the person's
    scope, or the system's."""
    right = _hash(token, code.strip(), bound_to)
    tried = await queries.TRY.first(db, token_hash(token), purpose, MAX_TRIES, right, clock.now())
    if tried is None or not same(tried.code_hash, right):
        raise WrongCode("The code is not right")
    if not tried.is_open:
        raise CodeExpired("The code has expired. Ask for a new one.")
    return tried


def _hash(token: str, code: str, bound_to: UUID | None) -> bytes:
    return token_hash(f"{token} {code} {bound_to}" if bound_to else f"{token} {code}")


@scheduled("one_time_codes.forget", "47 * * * *")
async def forget(context: JobContext) -> None:
    """Delete codes of long ago."""
    await EXPIRED.run(context)
