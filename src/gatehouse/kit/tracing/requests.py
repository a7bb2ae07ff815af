"""A span for each request, around everything else."""

from collections.abc import Collection, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address

from opentelemetry.context import Context
from opentelemetry.trace import Span, SpanKind
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gatehouse.kit.request_middleware import METHODS
from gatehouse.kit.tracing.spans import mark_span_failed, span

Networks = Sequence[IPv4Network | IPv6Network]

PARENT = TraceContextTextMapPropagator()
CARRIED = ("traceparent", "tracestate")


class TracedRequests:
    """Traces requests with the names and attributes of OpenTelemetry's conventions for HTTP servers. The
    parent of a span is accepted only from a trusted proxy: other clients could force sampling of their
    requests, and put their spans into other traces."""

    def __init__(self, app: ASGIApp, *, proxies: Networks, quiet: Collection[str]) -> None:
        self._app = app
        self._proxies = proxies
        self._quiet = quiet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in self._quiet:
            await self._app(scope, receive, send)
            return
        method = scope["method"] if scope["method"] in METHODS else "_OTHER"
        attributes = {
            "http.request.method": method,
            "url.path": scope["path"],
            "url.scheme": scope["scheme"],
        }
        with span(method, SpanKind.SERVER, attributes, self._read_trusted_parent(scope)) as current:

            async def send_and_record(message: Message) -> None:
                if message["type"] == "http.response.start":
                    _record_response(current, message)
                await send(message)

            try:
                await self._app(scope, receive, send_and_record)
            finally:
                if route := getattr(scope.get("route"), "path", ""):
                    current.update_name(f"{method} {route}")
                    current.set_attribute("http.route", route)

    def _read_trusted_parent(self, scope: Scope) -> Context:
        """Empty where a trace begins."""
        peer = scope.get("client")
        if not peer or not self._is_trusted_proxy(peer[0]):
            return Context()
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        return PARENT.extract(
            {name: headers[name] for name in CARRIED if name in headers}, Context()
        )

    def _is_trusted_proxy(self, peer: str) -> bool:
        try:
            address = ip_address(peer)
        except ValueError:  # a socket of this machine has none
            return False
        return any(address in network for network in self._proxies)


def _record_response(current: Span, message: Message) -> None:
    status: int = message["status"]
    current.set_attribute("http.response.status_code", status)
    for name, value in message.get("headers", ()):
        if name == b"x-request-id":
            current.set_attribute("gatehouse.request_id", value.decode("latin-1"))
    if status >= 500:
        mark_span_failed(current, str(status))
