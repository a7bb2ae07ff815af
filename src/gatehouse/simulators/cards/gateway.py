"""What each call passes before a route sees it: an id, asked-for failures, and idempotency."""

import asyncio

from fastapi import Request
from fastapi.responses import JSONResponse, Response
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint

from gatehouse.simulators.cards.envelope import failure
from gatehouse.simulators.cards.errors import Refused
from gatehouse.simulators.cards.idempotency import Answer, Claim, claim, settle
from gatehouse.simulators.cards.ids import new_entity_id
from gatehouse.simulators.cards.keys import key_of
from gatehouse.simulators.cards.simulator import CardSimulator, simulator_of
from gatehouse.simulators.cards.switches import SWITCHES
from gatehouse.simulators.cards.webhooks.service import API_VERSION

SLOW_SECONDS = 3
SILENT_SECONDS = 600
LIMITED = {
    "type": "invalid_request_error",
    "code": "rate_limit",
    "message": "Request rate limit exceeded.",
}
BROKEN = {"type": "api_error", "message": "Sorry, something went wrong on our end."}


class Gateway(BaseHTTPMiddleware):
    async def dispatch(self, request: Request, call_next: RequestResponseEndpoint) -> Response:
        if "/v1/" not in request.url.path:
            return await call_next(request)
        request.state.request_id = new_entity_id("req")
        simulator = simulator_of(request)
        async with simulator.transaction() as db:
            asked = await SWITCHES.take_group(db, "api")
        try:
            answer = await _answer(simulator, request, call_next, asked)
        except Refused as error:
            answer = failure(error.provider_status, error.error, error.headers)
        answer.headers["request-id"] = request.state.request_id
        answer.headers["stripe-version"] = request.headers.get("stripe-version", API_VERSION)
        if "api.timeout" in asked:  # it is done, and nobody hears of it
            await asyncio.sleep(int(asked["api.timeout"] or SILENT_SECONDS))
        return answer


async def _answer(
    simulator: CardSimulator,
    request: Request,
    call_next: RequestResponseEndpoint,
    asked: dict[str, str],
) -> Response:
    if "api.slow" in asked:
        await asyncio.sleep(int(asked["api.slow"] or SLOW_SECONDS))
    if "api.error" in asked:
        return _asked_failure(int(asked["api.error"] or 500))
    key = request.headers.get("idempotency-key")
    if request.method != "POST" or not key:
        return await call_next(request)
    body = await request.body()
    async with simulator.transaction() as db:
        first = await claim(db, key_of(request), key, _whole(request, body))
    if isinstance(first, Answer):
        return _again(first)
    return await _run(simulator, request, call_next, first)


async def _run(
    simulator: CardSimulator, request: Request, call_next: RequestResponseEndpoint, first: Claim
) -> Response:
    status, content, headers = 500, b"", {}
    try:
        answer = await call_next(request)
        content = b"".join([part async for part in answer.body_iterator])  # type: ignore[attr-defined]
        status, headers = answer.status_code, dict(answer.headers)
    finally:
        async with simulator.transaction() as db:
            await settle(db, first, status, content.decode())
    return Response(content, status, headers)


def _again(first: Answer) -> Response:
    headers = {"idempotent-replayed": "true"}
    return Response(first.body, first.status or 200, headers, media_type="application/json")


def _whole(request: Request, body: bytes) -> bytes:
    return f"{request.method} {request.url.path}?{request.url.query}\n".encode() + body


def _asked_failure(status: int) -> JSONResponse:
    if status == 429:
        return failure(429, LIMITED, {"retry-after": "1", "stripe-should-retry": "true"})
    kind = BROKEN if status >= 500 else BROKEN | {"type": "invalid_request_error"}
    return failure(status, kind)
