"""Middleware of every call: request id, requested failures, and idempotency."""

import asyncio

from fastapi import Request
from fastapi.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gatehouse_simulators.cards.envelope import build_failure
from gatehouse_simulators.cards.errors import CardRefusal
from gatehouse_simulators.cards.idempotency import KeyClaim, StoredAnswer, claim_key, store_answer
from gatehouse_simulators.cards.ids import new_entity_id
from gatehouse_simulators.cards.keys import read_key
from gatehouse_simulators.cards.simulator import CardSimulator, find_simulator
from gatehouse_simulators.cards.switches import SWITCHES
from gatehouse_simulators.cards.webhooks.service import API_VERSION

SLOW_SECONDS = 3
SILENT_SECONDS = 600
LIMITED = {
    "type": "invalid_request_error",
    "code": "rate_limit",
    "message": "Request rate limit exceeded.",
}
BROKEN = {"type": "api_error", "message": "Sorry, something went wrong on our end."}


class Gateway:
    """Reads each response as a whole, so that it can be stored for idempotency."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "/v1/" not in scope["path"]:
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        request.state.request_id = new_entity_id("req")
        simulator = find_simulator(request)
        async with simulator.transaction() as db:
            asked = await SWITCHES.take_group(db, "api")
        try:
            answer = await self._respond(simulator, request, asked)
        except CardRefusal as error:
            answer = build_failure(error.provider_status, error.error, error.headers)
        answer.headers["request-id"] = request.state.request_id
        answer.headers["stripe-version"] = request.headers.get("stripe-version", API_VERSION)
        if "api.timeout" in asked:  # the call runs, but is never answered
            await asyncio.sleep(int(asked["api.timeout"] or SILENT_SECONDS))
        await answer(scope, receive, send)

    async def _respond(
        self, simulator: CardSimulator, request: Request, asked: dict[str, str]
    ) -> Response:
        if "api.slow" in asked:
            await asyncio.sleep(int(asked["api.slow"] or SLOW_SECONDS))
        if "api.error" in asked:
            return _build_requested_failure(int(asked["api.error"] or 500))
        body = await request.body()
        key = request.headers.get("idempotency-key")
        if request.method != "POST" or not key:
            return await self._run_route(request, body)
        async with simulator.transaction() as db:
            first = await claim_key(db, read_key(request), key, _describe_request(request, body))
        if isinstance(first, StoredAnswer):
            return _replay_answer(first)
        return await self._run_once(simulator, request, body, first)

    async def _run_once(
        self, simulator: CardSimulator, request: Request, body: bytes, first: KeyClaim
    ) -> Response:
        status, content = 500, b""
        try:
            answer = await self._run_route(request, body)
            status, content = answer.status_code, bytes(answer.body)
        finally:
            async with simulator.transaction() as db:
                await store_answer(db, first, status, content.decode())
        return answer

    async def _run_route(self, request: Request, body: bytes) -> Response:
        """The response of the route."""
        told: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            told.append(message)

        await self.app(request.scope, receive, send)
        begin, *rest = told
        answer = Response(b"".join(part.get("body", b"") for part in rest), begin["status"])
        answer.raw_headers = list(begin["headers"])
        return answer


def _replay_answer(first: StoredAnswer) -> Response:
    headers = {"idempotent-replayed": "true"}
    return Response(first.body, first.status or 200, headers, media_type="application/json")


def _describe_request(request: Request, body: bytes) -> bytes:
    return f"{request.method} {request.url.path}?{request.url.query}\n".encode() + body


def _build_requested_failure(status: int) -> JSONResponse:
    if status == 429:
        return build_failure(429, LIMITED, {"retry-after": "1", "stripe-should-retry": "true"})
    kind = BROKEN if status >= 500 else BROKEN | {"type": "invalid_request_error"}
    return build_failure(status, kind)
