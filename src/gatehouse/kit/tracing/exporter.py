"""Sends the spans of this process, in a thread of its own. What does not arrive is dropped."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

from gatehouse import __version__

SENDING_SECONDS = 5
# Spans in memory while the collector does not answer, some kilobytes each; later ones are dropped.
MOST_WAITING = 4096
LAST_SECONDS = 2


@contextmanager
def export_spans(url: str, share: float) -> Iterator[None]:
    """Once in a process. The last ones are sent at the end, if that goes at once."""
    provider = TracerProvider(
        sampler=ParentBased(TraceIdRatioBased(share)),
        resource=Resource.create(
            {
                "service.name": os.environ.get("OTEL_SERVICE_NAME", "gatehouse"),
                "service.version": __version__,
                "service.instance.id": f"{socket.gethostname()}:{os.getpid()}",
            }
        ),
        shutdown_on_exit=False,
    )
    exporter = OTLPSpanExporter(endpoint=url, timeout=SENDING_SECONDS)
    provider.add_span_processor(BatchSpanProcessor(exporter, max_queue_size=MOST_WAITING))
    trace.set_tracer_provider(provider)
    try:
        yield
    finally:
        ending = Thread(target=provider.shutdown, daemon=True)
        ending.start()
        ending.join(LAST_SECONDS)
