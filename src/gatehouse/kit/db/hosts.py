"""URLs that name one host, or several of which one takes writes: `postgresql://user@first,second:5433/gatehouse`.

asyncpg checks `target_session_attrs`, but tries several hosts one after the other within the one timeout of
the connection. A host that does not answer uses up all of it: with a timeout of 2 s and a silent first host,
`asyncpg.connect` failed after 2 s and never tried the second. A primary that died would so keep every process
from the one that took over. Here all hosts are tried at once, each by asyncpg.
"""

import asyncio
import re
from typing import Any

import asyncpg

PARTS = re.compile(r"(postgres(?:ql)?://(?:[^@/?#]*@)?)([^/?#]*)(.*)", re.DOTALL)
ATTRIBUTE = "target_session_attrs"
READ_WRITE, STANDBY = "read-write", "standby"

Attempt = asyncio.Task[asyncpg.Connection]


def split_hosts(url: str) -> list[str]:
    """A URL for each host that this one names."""
    parts = PARTS.fullmatch(url)
    if parts is None or "," not in parts[2]:
        return [url]
    return [f"{parts[1]}{host}{parts[3]}" for host in parts[2].split(",")]


def default_options(url: str) -> dict[str, str]:
    """Of several hosts the one that takes writes, unless the URL says otherwise. asyncpg's default is any."""
    return {} if len(split_hosts(url)) == 1 or ATTRIBUTE in url else {ATTRIBUTE: READ_WRITE}


def select_standby(url: str) -> str:
    """The URL with the condition that the host is a standby, unless it has a condition already."""
    return url if ATTRIBUTE in url else f"{url}{'&' if '?' in url else '?'}{ATTRIBUTE}={STANDBY}"


async def connect_first_host(url: str, **options: Any) -> asyncpg.Connection:
    """Connect with asyncpg's options, to the first of several hosts that answers and meets the condition of
    the URL. Raises `OSError` when no host does."""
    try:
        return await _connect_host(url, options)
    except asyncpg.TargetServerAttributeNotMatched:
        condition = "is a standby" if f"{ATTRIBUTE}={STANDBY}" in url else "takes writes"
        raise ConnectionError(f"none of the databases that are named {condition}") from None


async def _connect_host(url: str, options: dict[str, Any]) -> asyncpg.Connection:
    urls = split_hosts(url)
    if len(urls) == 1:
        return await asyncpg.connect(url, **options)
    options = options | default_options(url)
    attempts = [asyncio.create_task(asyncpg.connect(one, **options)) for one in urls]
    chosen = None
    try:
        chosen = await _await_first_success(set(attempts))
        return chosen.result()
    finally:
        for attempt in attempts:
            if attempt is not chosen:
                attempt.cancel()
                attempt.add_done_callback(_close_attempt)


async def _await_first_success(waiting: set[Attempt]) -> Attempt:
    """The first attempt that succeeds. When all fail, rather one that a server refused: its reason says more
    than that another host does not answer."""
    failed: list[Attempt] = []
    while waiting:
        done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for attempt in done:
            if attempt.exception() is None:
                return attempt
            failed.append(attempt)
    return max(failed, key=lambda one: isinstance(one.exception(), asyncpg.PostgresError))


def _close_attempt(attempt: Attempt) -> None:
    """Close the connection of an attempt that is no longer needed."""
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result().terminate()
