"""Destinations of the audit stream, by the scheme of the address."""

import asyncio
import os
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

import httpx
import orjson

from gatehouse.audit.settings import AuditSettings
from gatehouse.audit.stream.queries import StreamedEntry
from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.kit.environment_client import new_async_client
from gatehouse.kit.events import Severity
from gatehouse.kit.external_ids import ExternalIds

SECONDS = 30
SYSLOG_PORTS = {"syslog": 601, "syslog+tls": 6514}  # RFC 6587 and RFC 5425

Send = Callable[[Sequence[StreamedEntry]], Awaitable[None]]


class AuditNotSent(Exception):
    """Delivery of all entries is not confirmed; the message says why."""


def choose_destination(settings: AuditSettings, external_ids: ExternalIds) -> Send | None:
    """The send function, or None if streaming is off. It raises `AuditNotSent`."""
    if not settings.audit_stream_url:
        return None
    parts = urlsplit(settings.audit_stream_url)
    if parts.scheme == "file":
        return partial(_send_to_file, external_ids, Path(unquote(parts.path)))
    if parts.scheme in SYSLOG_PORTS:
        return partial(_send_to_syslog, external_ids, parts)
    secret = settings.audit_stream_authorization
    headers = {"authorization": secret.get_secret_value()} if secret else {}
    return partial(_send_over_http, external_ids, settings.audit_stream_url, headers)


async def _send_over_http(
    external_ids: ExternalIds, url: str, headers: dict[str, str], entries: Sequence[StreamedEntry]
) -> None:
    """Send lines of JSON in one request; 2xx confirms all of them."""
    lines = await _format_lines(external_ids, entries)
    check_no_connection_held("http")
    content = b"".join(one + b"\n" for one in lines)
    try:
        async with new_async_client(url, timeout=SECONDS, follow_redirects=False) as client:
            answer = await client.post(
                url, content=content, headers={**headers, "content-type": "application/x-ndjson"}
            )
    except httpx.HTTPError as error:
        raise AuditNotSent(str(error) or type(error).__name__) from error
    if not answer.is_success:
        raise AuditNotSent(f"The answer was {answer.status_code}")


async def _send_to_syslog(
    external_ids: ExternalIds, parts: SplitResult, entries: Sequence[StreamedEntry]
) -> None:
    """Nothing answers in this protocol: what was on its way when a connection broke may be lost."""
    lines = await _format_lines(external_ids, entries)
    check_no_connection_held("syslog")
    context = ssl.create_default_context() if parts.scheme == "syslog+tls" else None
    port = parts.port or SYSLOG_PORTS[parts.scheme]
    try:
        async with asyncio.timeout(SECONDS):
            _, writer = await asyncio.open_connection(parts.hostname, port, ssl=context)
            writer.writelines(
                [format_syslog_frame(one, text) for one, text in zip(entries, lines, strict=True)]
            )
            await writer.drain()
            writer.close()
            await writer.wait_closed()
    except (OSError, TimeoutError) as error:
        raise AuditNotSent(str(error) or type(error).__name__) from error


async def _send_to_file(
    external_ids: ExternalIds, path: Path, entries: Sequence[StreamedEntry]
) -> None:
    """Append to the file, opened anew each time, so that log rotation only has to rename it."""
    lines = await _format_lines(external_ids, entries)
    check_no_connection_held("file")
    content = b"".join(one + b"\n" for one in lines)
    try:
        await asyncio.to_thread(_append_and_sync, path, content)
    except OSError as error:
        raise AuditNotSent(str(error)) from error


async def _format_lines(external_ids: ExternalIds, entries: Sequence[StreamedEntry]) -> list[bytes]:
    return [await external_ids.replace_in_json(format_json_line(one)) for one in entries]


def _append_and_sync(path: Path, content: bytes) -> None:
    with path.open("ab") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


# RFC 5424: facility 13 is the log of an audit.
FACILITY = 13
WEIGHTS: dict[Severity, int] = {"Critical": 2, "Error": 3, "High": 4, "Medium": 5, "Info": 6}
NOT_PRINTABLE = re.compile(r"[^!-~]")


def format_json_line(entry: StreamedEntry) -> bytes:
    """The entry as JSON with the names of the API; `json` holds the data of the action."""
    told: dict[str, Any] = {
        _to_wire_name(one.name): getattr(entry, one.name) for one in fields(entry)
    }
    told["createdAt"] = _format_moment(entry.created_at)
    return orjson.dumps(told, default=str)


def format_syslog_frame(entry: StreamedEntry, text: bytes) -> bytes:
    """`text` is its line. RFC 5424, framed by its length (RFC 6587 §3.4.1) so that no text in it ends it."""
    priority = FACILITY * 8 + WEIGHTS[entry.severity]
    moment, kind = _format_moment(entry.created_at), NOT_PRINTABLE.sub("", entry.action)[:32] or "-"
    head = f"<{priority}>1 {moment} {_read_host_name()} gatehouse - {kind} - "
    message = head.encode() + text
    return str(len(message)).encode() + b" " + message


def _to_wire_name(name: str) -> str:
    if name == "data":
        return "json"
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def _format_moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


@cache
def _read_host_name() -> str:
    return NOT_PRINTABLE.sub("", socket.gethostname())[:255] or "-"
