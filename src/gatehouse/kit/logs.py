"""Structured logs; one line an event. Line breaks and control characters are escaped, secrets masked."""

import json
import logging
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

import orjson

# structlog loads rich and pygments where they are installed (75 modules, 5 MB), for tracebacks that
# `configure_logs` does not use. So it must not find them.
_rich = sys.modules.setdefault("rich", None)  # type: ignore[arg-type]
import structlog  # noqa: E402

if _rich is None:
    del sys.modules["rich"]

get_logger = structlog.get_logger

REQUEST_ID: ContextVar[str] = ContextVar("request_id")
SECRET_WORDS = ("password", "token", "secret", "authorization", "cookie", "code_verifier")
# C0, DEL, C1 and the two line separators of Unicode, as Python writes them.
CONTROLS = {n: repr(chr(n))[1:-1] for n in (*range(32), *range(127, 160), 0x2028, 0x2029)}
CONTROLS_IN_TRACEBACKS = {n: text for n, text in CONTROLS.items() if n != ord("\n")}


def configure_logs(level_name: str, form: str) -> None:
    """Ours and the libraries' alike; of the libraries only what is a warning or worse. `form` is `json` or
    `console`."""
    level = getattr(logging, level_name.upper())
    renderer: Any = (
        structlog.processors.JSONRenderer(_render_json)
        if form == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            pad_event_to=0,
            # The richer default prints local variables, which may be passwords.
            exception_formatter=structlog.dev.plain_traceback,
        )
    )
    processors: list[Any] = [
        _add_request_id,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _mask_secrets,
    ]
    structlog.configure(
        processors=[*processors, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    libraries = logging.StreamHandler(sys.stderr)
    libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *processors],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(handlers=[libraries], level=logging.WARNING)


def _add_request_id(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    request_id = REQUEST_ID.get(None)
    if request_id:
        event["request_id"] = request_id
    return event


def _mask_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for key, value in event.items():
        if _is_secret_key(key):
            event[key] = "***"
        elif isinstance(value, str) and not value.isprintable():
            event[key] = value.translate(CONTROLS_IN_TRACEBACKS if key == "exception" else CONTROLS)
    return event


@lru_cache(1024)
def _is_secret_key(key: str) -> bool:
    return any(word in key.lower() for word in SECRET_WORDS)


def _render_json(event: MutableMapping[str, Any], **how: Any) -> str:
    try:
        return orjson.dumps(event, how["default"]).decode()
    except TypeError:  # a lone half of a surrogate pair, or a number beyond 64 bits
        return json.dumps(event, **how)
