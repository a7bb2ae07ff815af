"""One-time codes. A code is valid once, for ten minutes (longer for invitations) and five tries, and only
with the token of the browser or mail that it belongs to. The database holds only hashes of both, and a
code is valid for its purpose alone.

Callers limit how many are sent: `Limit` per recipient, per user and per client address.
"""

import base64
import secrets
import unicodedata
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from gatehouse.identity.one_time_codes import models, queries
from gatehouse.identity.one_time_codes.errors import CodeExpired, CodeReplaced, WrongCode
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, equal_in_constant_time, new_token, token_hash
from gatehouse.kit.db import Db, Query
from gatehouse.kit.purge import declare_purge

LASTS = timedelta(minutes=10)
MAX_TRIES = 5
MAX_FORMER_CODES = 5
DIGITS = 6
SEALED = "one_time_codes.code"
EXPIRED = declare_purge("one_time_codes", job="one_time_codes.forget", cron="47 * * * *",
    key="token_hash", kept_for=timedelta(days=1),
)  # fmt: skip
SEPARATORS: Final = frozenset({"Zs", "Pd", "Cf", "Cc"})  # spaces, dashes, what has no width


async def issue_one_time_code(
    db: Db,
    purpose: models.CodePurpose,
    recipient: str,
    user_id: UUID | None,
    *,
    bound_to: UUID | None = None,
    entering: UUID | None = None,
    lasts: timedelta = LASTS,
    replaces: str | None = None,
) -> models.IssuedCode:
    """Issue a code; the caller sends it, or does not when the address has no account. It is valid only
    within the sign-in or session `bound_to`, if given; `entering` is the tenant whose membership it
    activates. `replaces` is the token of the browser's earlier code for the same purpose: that code can
    no longer be used, and is refused without counting a try. Needs the user's or the system scope."""
    token, now = new_token(), clock.now()
    former = None
    if replaces:
        hashed = token_hash(replaces)
        former = await queries.REPLACE.first(db, hashed, purpose, replaces, MAX_FORMER_CODES)
    code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    await queries.ADD.run(
        db,
        token_hash(token),
        purpose,
        user_id,
        recipient,
        _hash_one_time_code(token, code, bound_to),
        now,
        now + lasts,
        entering,
        former.tokens if former else [],
        former.hashes if former else [],
    )
    return models.IssuedCode(token, code)


def seal_issued_code(box: Box, issued: models.IssuedCode) -> dict[str, Any]:
    """Seal a code for a job that looks up the recipient; `request` is for `bind_sealed_code`. Job
    payloads are stored for a while, so the code is encrypted."""
    request = token_hash(issued.token).hex()
    value = box.seal(issued.code.encode(), f"{SEALED}:{request}")
    return {"request": request, "sealed_code": base64.b64encode(value).decode()}


async def bind_sealed_code(
    db: Db,
    box: Box,
    sealed: models.SealedCode,
    user_id: UUID,
    recipient: str,
    entering: UUID | None = None,
) -> str | None:
    """Bind a code to the user, and return the code. It was issued without one, because the request must not
    reveal whether the user exists. None when the code is no longer valid."""
    request = bytes.fromhex(sealed.request)
    if not await queries.GIVE.first(db, request, user_id, recipient, clock.now(), entering):
        return None
    return box.open(base64.b64decode(sealed.sealed_code), f"{SEALED}:{sealed.request}").decode()


async def use_one_time_code(
    db: Db, purpose: models.CodePurpose, token: str, code: str, *, bound_to: UUID | None = None
) -> models.OneTimeCode:
    """Use a code and return it with its user. Raises `WrongCode`, which is counted, `CodeReplaced` or
    `CodeExpired`. Needs the user's or the system scope."""
    return await _try_one_time_code(queries.TRY, db, purpose, token, code, bound_to)


async def check_one_time_code(
    db: Db, purpose: models.CodePurpose, token: str, code: str, *, bound_to: UUID | None = None
) -> models.OneTimeCode:
    """Check a code without using it up, for checks that must come before its use. Errors are those of
    `use_one_time_code`."""
    return await _try_one_time_code(queries.CHECK, db, purpose, token, code, bound_to)


async def find_code_request(db: Db, token: str) -> models.OneTimeCodeRequest | None:
    """The request of a token; None for an unknown token. Counts no try."""
    return await queries.ASKED.first(db, token_hash(token), MAX_TRIES, clock.now())


async def _try_one_time_code(
    statement: Query[models.OneTimeCode],
    db: Db,
    purpose: models.CodePurpose,
    token: str,
    code: str,
    bound_to: UUID | None,
) -> models.OneTimeCode:
    typed = normalize_code(code)
    right = _hash_one_time_code(token, typed, bound_to)
    tried = await statement.first(
        db,
        token_hash(token),
        purpose,
        MAX_TRIES,
        right,
        clock.now(),
        _compose_hash_suffix(typed, bound_to),
    )
    if tried is None or not (tried.is_former or equal_in_constant_time(tried.code_hash, right)):
        raise WrongCode()
    if not tried.is_open:
        raise CodeExpired("The code has expired. Request a new one.")
    if tried.is_former:
        raise CodeReplaced("A newer code was sent. Enter the latest code.")
    return tried


def _hash_one_time_code(token: str, code: str, bound_to: UUID | None) -> bytes:
    return token_hash(token + _compose_hash_suffix(code, bound_to))


def _compose_hash_suffix(code: str, bound_to: UUID | None) -> str:
    return f" {code} {bound_to}" if bound_to else f" {code}"


def normalize_code(typed: str) -> str:
    """`760978` of `760 978`, `760-978` and of digits of other scripts. Anything else stays, and is wrong."""
    return "".join(
        str(unicodedata.decimal(one)) if one.isdecimal() else one
        for one in typed
        if unicodedata.category(one) not in SEPARATORS
    )
