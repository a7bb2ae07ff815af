"""Structured logs; one line an event. Line breaks and control characters are escaped, secrets masked."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from gatehouse.settings import Settings

SECRET_WORDS = ("password", "token", "secret", "authorization", "cookie", "code_verifier")
# C0, DEL, C1 and the two line separators of Unicode, as Python writes them.
CONTROLS = {n: repr(chr(n))[1:-1] for n in (*range(32), *range(127, 160), 0x2028, 0x2029)}
CONTROLS_IN_TRACEBACKS = {n: text for n, text in CONTROLS.items() if n != ord("\n")}


def configure_logs(settings: Settings) -> None:
    """Ours and the libraries' alike; of the libraries only what is a warning or worse."""
    level = getattr(logging, settings.log_level.upper())
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            pad_event_to=0,
            # The richer default prints local variables, which may be passwords.
            exception_formatter=structlog.dev.plain_traceback,
        )
    )
    processors: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _mask,
    ]
    structlog.configure(
        processors=[*processors, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
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


def _mask(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for key, value in event.items():
        if any(word in key.lower() for word in SECRET_WORDS):
            event[key] = "***"
        elif isinstance(value, str):
            event[key] = value.translate(CONTROLS_IN_TRACEBACKS if key == "exception" else CONTROLS)
    return event
