"""What makes spans. It is OpenTelemetry's own switch: without a collector they are empty and cost nothing."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.trace import Span, SpanKind, Status, StatusCode
from opentelemetry.util.types import AttributeValue

SPANS = trace.get_tracer("gatehouse")


@contextmanager
def span(
    name: str,
    kind: SpanKind,
    attributes: Mapping[str, AttributeValue],
    belongs_to: Context | None = None,
) -> Iterator[Span]:
    """A span around the enclosed work, below the current span unless `belongs_to` is given. Of a failure only
    the class is recorded: its text may contain personal data."""
    with SPANS.start_as_current_span(
        name,
        context=belongs_to,
        kind=kind,
        attributes=attributes,
        record_exception=False,
        set_status_on_exception=False,
    ) as current:
        try:
            yield current
        except BaseException as error:
            mark_span_failed(current, type(error).__qualname__)
            raise


def mark_span_failed(current: Span, kind: str) -> None:
    """`kind`: a class of error or a status of HTTP (semantic conventions, `error.type`)."""
    current.set_attribute("error.type", kind)
    current.set_status(Status(StatusCode.ERROR))
