"""A span for each statement of a request or a job."""

import time

from asyncpg.connection import LoggedQuery
from opentelemetry import trace
from opentelemetry.trace import SpanKind

from gatehouse.kit.tracing.spans import SPANS, mark_span_failed

LONGEST = 2_000
NANOSECONDS = 1_000_000_000
# Statements that open and end a transaction contain ids of the scope; only their first word is recorded.
FRAMES = ("begin", "commit", "rollback")


def record_statement_span(query: LoggedQuery) -> None:
    """Record a statement. The driver calls this after the statement has ended, in the context of its caller.
    The text contains `$1` for parameters; their values are not recorded."""
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
