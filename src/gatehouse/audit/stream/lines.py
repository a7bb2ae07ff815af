"""Formats of a streamed entry: a line of JSON, or a syslog message around it."""

import re
import socket
from dataclasses import fields
from datetime import UTC, datetime
from functools import cache
from typing import Any

import orjson

from gatehouse.audit.stream.models import StreamedEntry
from gatehouse.kit.events import Severity

# RFC 5424: facility 13 is the log of an audit.
FACILITY = 13
WEIGHTS: dict[Severity, int] = {"Critical": 2, "Error": 3, "High": 4, "Medium": 5, "Info": 6}
NOT_PRINTABLE = re.compile(r"[^!-~]")


def json_line(entry: StreamedEntry) -> bytes:
    """The entry as JSON with the names of the API; `json` holds the data of the action."""
    told: dict[str, Any] = {_wire_name(one.name): getattr(entry, one.name) for one in fields(entry)}
    told["createdAt"] = _format_moment(entry.created_at)
    return orjson.dumps(told, default=str)


def syslog_frame(entry: StreamedEntry, text: bytes) -> bytes:
    """`text` is its line. RFC 5424, framed by its length (RFC 6587 §3.4.1) so that no text in it ends it."""
    priority = FACILITY * 8 + WEIGHTS[entry.severity]
    moment, kind = _format_moment(entry.created_at), NOT_PRINTABLE.sub("", entry.action)[:32] or "-"
    head = f"<{priority}>1 {moment} {_host_name()} gatehouse - {kind} - "
    message = head.encode() + text
    return str(len(message)).encode() + b" " + message


def _wire_name(name: str) -> str:
    if name == "data":
        return "json"
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def _format_moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


@cache
def _host_name() -> str:
    return NOT_PRINTABLE.sub("", socket.gethostname())[:255] or "-"
