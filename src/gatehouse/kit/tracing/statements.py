"""A span for each statement of a request or a job."""

import time

from asyncpg.connection import LoggedQuery
from opentelemetry import trace
from opentelemetry.trace import SpanKind

from gatehouse.kit.tracing.spans import SPANS, mark_span_failed

LONGEST = 2_000
NANOSECONDS = 1_000_000_000
# What opens and ends a transaction states the scope in ids, and is told by its first word.
FRAMES = ("begin", "commit", "rollback")


def note_statement(query: LoggedQuery) -> None:
    """Told by the driver when it is over, in the context of who waited for it. The text has `$1` for what
    was given; values are not told."""
    if not trace.get_current_span().is_recording():
        return
    text = " ".join(query.query[:LONGEST].split())
    word = text.partition(" ")[0].rstrip(";").lower()
    ended = time.time_ns()
    current = SPANS.start_span(
        word.upper(),
        kind=SpanKind.CLIENT,
        attributes={
            "db.system.name": "postgresql",
            "db.operation.name": word.upper(),
            "db.query.text": word if word in FRAMES else text,
        },
        start_time=ended - int(query.elapsed * NANOSECONDS),
    )
    if query.exception is not None:
        mark_span_failed(current, type(query.exception).__qualname__)
    current.end(ended)
