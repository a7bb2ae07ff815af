"""One address, or several of which one takes writes: `postgresql://user@first,second:5433/gatehouse`.

The driver asks several one after the other and waits for one that is silent as long as for the connection, so
that the machine that died would be in the way of the one that took over. Here all are asked at once.
"""

import asyncio
import re
from typing import Any

import asyncpg

PARTS = re.compile(r"(postgres(?:ql)?://(?:[^@/?#]*@)?)([^/?#]*)(.*)", re.DOTALL)
ATTRIBUTE = "target_session_attrs"
WRITES, COPY = "read-write", "standby"

Attempt = asyncio.Task[asyncpg.Connection]


def each(url: str) -> list[str]:
    """An address for each host that it names."""
    parts = PARTS.fullmatch(url)
    if parts is None or "," not in parts[2]:
        return [url]
    return [f"{parts[1]}{host}{parts[3]}" for host in parts[2].split(",")]


def wanted(url: str) -> dict[str, str]:
    """Of several the one that takes writes, unless the address says otherwise."""
    return {} if len(each(url)) == 1 or ATTRIBUTE in url else {ATTRIBUTE: WRITES}


def of_standby(url: str) -> str:
    """The same address, of which one that is a standby is taken, unless it says otherwise."""
    return url if ATTRIBUTE in url else f"{url}{'&' if '?' in url else '?'}{ATTRIBUTE}={COPY}"


async def connect(url: str, **options: Any) -> asyncpg.Connection:
    """As the driver's; of several the first that answers and will do. `OSError` where none does."""
    try:
        return await _connect(url, options)
    except asyncpg.TargetServerAttributeNotMatched:
        wanted_one = "is a standby" if f"{ATTRIBUTE}={COPY}" in url else "takes writes"
        raise ConnectionError(f"none of the databases that are named {wanted_one}") from None


async def _connect(url: str, options: dict[str, Any]) -> asyncpg.Connection:
    addresses = each(url)
    if len(addresses) == 1:
        return await asyncpg.connect(url, **options)
    options = options | wanted(url)
    asked = [asyncio.create_task(asyncpg.connect(address, **options)) for address in addresses]
    chosen = None
    try:
        chosen = await _first(set(asked))
        return chosen.result()
    finally:
        for attempt in asked:
            if attempt is not chosen:
                attempt.cancel()
                attempt.add_done_callback(_drop)


async def _first(waiting: set[Attempt]) -> Attempt:
    """The first that is well; the last when none is, unless a server has said why not, which tells more than
    that another is away."""
    refused: list[Attempt] = []
    while waiting:
        done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for attempt in done:
            if attempt.exception() is None:
                return attempt
            refused.append(attempt)
    return max(refused, key=lambda one: isinstance(one.exception(), asyncpg.PostgresError))


def _drop(attempt: Attempt) -> None:
    """Nobody waits for it any more."""
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result().terminate()
