"""A provider's API on a port of its own that answers what a test says (A2, A5, A6)."""

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import orjson

from gatehouse.providers.payments.paddle import PaddleAccount, PaddleAdapter
from gatehouse.providers.payments.port import BrowserSetup
from gatehouse_simulators.checkout import fixtures
from tests.conftest import PROVIDER
from tests.licensing.provider import START, provider_id, stamp

PREFIX = "/behind/a/path"
Answer = tuple[int, Any]


def customer(email: str, reference: str | None = None) -> dict[str, Any]:
    return {
        "id": provider_id("ctm"),
        "status": "active",
        "name": "Acme",
        "email": email,
        "marketing_consent": False,
        "locale": "en",
        "custom_data": {"organization_id": reference} if reference else None,
        "created_at": stamp(START),
        "updated_at": stamp(START),
        "import_meta": None,
    }


def refusal(status: int, code: str, detail: str) -> Answer:
    error = {"type": "request_error", "code": code, "detail": detail, "documentation_url": "x"}
    return status, {"error": error, "meta": {"request_id": "x"}}


class ScriptedProvider:
    """Customers like the provider's: one for an address. Everything else: `entities`, by path."""

    def __init__(self) -> None:
        self.customers: dict[str, dict[str, Any]] = {}
        self.entities: dict[str, Any] = {}
        self.adjustments: list[Any] = []
        self.calls: list[str] = []
        self.sent: list[tuple[str, Any]] = []
        self.override: Callable[[str, str], Answer | bytes | None] = lambda method, path: None
        self._lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"provider": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def adapter(self) -> PaddleAdapter:
        return PaddleAdapter(
            PaddleAccount(
                api_url=f"http://127.0.0.1:{self._server.server_port}{PREFIX}",
                api_key=PROVIDER.api_key,
                browser=BrowserSetup(fixtures.CLIENT_TOKEN, "sandbox", fixtures.SCRIPT_PATH),
                price_ids=tuple(fixtures.PRICE_IDS),
                webhook_secrets=[PROVIDER.webhook_secret],
                webhook_tolerance_seconds=60,
            )
        )

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, method: str, address: str, body: bytes) -> Answer | bytes:
        parts = urlsplit(address)
        if not parts.path.startswith(PREFIX):
            return refusal(404, "not_found", "the path was dropped")
        path = parts.path.removeprefix(PREFIX)
        with self._lock:
            self.calls.append(f"{method} {path}")
            if body:
                self.sent.append((f"{method} {path}", orjson.loads(body)))
            scripted = self.override(method, path)
            if scripted is not None:
                return scripted
            if (method, path) == ("POST", "/customers"):
                return self._add(orjson.loads(body))
            if path == "/subscriptions":
                return self._subscriptions(parse_qs(parts.query)["customer_id"][0])
            if path == "/adjustments":
                return self._listed(self.adjustments)
            return self._entity(path)

    def _add(self, wanted: dict[str, Any]) -> Answer:
        known = self.customers.get(wanted["email"])
        if known:
            detail = f"customer email conflicts with customer of id {known['id']}"
            return refusal(409, "customer_already_exists", detail)
        made = customer(wanted["email"]) | {"custom_data": wanted["custom_data"]}
        self.customers[wanted["email"]] = made
        return 201, {"data": made, "meta": {"request_id": "x"}}

    def _subscriptions(self, customer_id: str) -> Answer:
        found = [
            entity
            for path, entity in self.entities.items()
            if path.startswith("/subscriptions/") and entity["customer_id"] == customer_id
        ]
        return self._listed(found)

    def _listed(self, found: list[Any]) -> Answer:
        pagination = {"per_page": 50, "next": "", "has_more": False, "estimated_total": len(found)}
        return 200, {"data": found, "meta": {"request_id": "x", "pagination": pagination}}

    def _entity(self, path: str) -> Answer:
        customers = {f"/customers/{one['id']}": one for one in self.customers.values()}
        found = {**customers, **self.entities}.get(path)
        if found is None:
            return refusal(404, "not_found", "Entity not found")
        return 200, {"data": found, "meta": {"request_id": "x"}}


class _Handler(BaseHTTPRequestHandler):
    provider: ScriptedProvider
    protocol_version = "HTTP/1.1"

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        answer = self.provider.answer(self.command, self.path, body)
        status, content = (200, answer) if isinstance(answer, bytes) else answer
        raw = content if isinstance(content, bytes) else orjson.dumps(content)
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    do_GET = do_POST = do_PATCH = _serve  # noqa: N815  the names that the base class calls

    def log_message(self, *_: Any) -> None:
        """Quiet."""
