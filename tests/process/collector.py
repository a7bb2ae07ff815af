"""Takes spans as an OpenTelemetry collector does (OTLP over HTTP, protobuf)."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

PATIENCE_SECONDS = 60


@dataclass(frozen=True)
class Span:
    name: str
    trace: str
    parent: str
    id: str
    attributes: dict[str, Any]
    failed: bool


class Collector:
    """`silent`: it takes what comes and never answers."""

    def __init__(self, *, silent: bool = False) -> None:
        self.spans: list[Span] = []
        self.service: dict[str, Any] = {}
        self.scopes: set[str] = set()  # the libraries that made spans
        self._changed = threading.Condition()
        self._released = threading.Event()
        if not silent:
            self._released.set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1/traces"

    @contextmanager
    def running(self) -> Iterator["Collector"]:
        thread = threading.Thread(target=self._server.serve_forever)
        thread.start()
        try:
            yield self
        finally:
            self._released.set()
            self._server.shutdown()
            self._server.server_close()
            thread.join()

    def wait_for(self, is_it: Callable[[Span], bool]) -> Span:
        with self._changed:
            assert self._changed.wait_for(lambda: any(map(is_it, self.spans)), PATIENCE_SECONDS), [
                span.name for span in self.spans
            ]
            return next(filter(is_it, self.spans))

    def below(self, top: Span) -> list[Span]:
        return [span for span in self.spans if span.parent == top.id and span.trace == top.trace]

    def take(self, body: bytes) -> None:
        request = ExportTraceServiceRequest.FromString(body)
        with self._changed:
            for resource in request.resource_spans:
                self.service = _read(resource.resource.attributes)
                self.scopes |= {scope.scope.name for scope in resource.scope_spans}
                self.spans += [
                    Span(
                        one.name,
                        one.trace_id.hex(),
                        one.parent_span_id.hex(),
                        one.span_id.hex(),
                        _read(one.attributes),
                        one.status.code == one.status.STATUS_CODE_ERROR,
                    )
                    for scope in resource.scope_spans
                    for one in scope.spans
                ]
            self._changed.notify_all()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                collector.take(self.rfile.read(int(self.headers["content-length"])))
                collector._released.wait(PATIENCE_SECONDS)
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        return Handler


def _read(attributes: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in attributes}
