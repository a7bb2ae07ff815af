"""The license API for tools, as on the server: a tool only needs another address.

docs/guides/license/license-a-tool.md. All access to the store happens in one thread."""

import asyncio
import hmac
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Annotated, Any, ParamSpec, TypeVar

from fastapi import Depends, FastAPI, Query, Request
from fastapi.responses import JSONResponse, Response
from starlette.types import ASGIApp

from gatehouse.kit.error_formats import LICENSE, set_error_format
from gatehouse.kit.errors import install_error_handlers
from gatehouse.kit.request_limits import RequestLimits
from gatehouse.kit.request_middleware import RequestMiddleware
from gatehouse.kit.router import Router
from gatehouse.licensing.license_api import schemas
from gatehouse.licensing.license_api.service import read_license_key, unknown_key_error
from gatehouse.relay.service import Relay

MOST_BYTES = 1_048_576
LONGEST_SECONDS = 30
P = ParamSpec("P")
T = TypeVar("T")


class RelayService:
    """The relay, for the loop."""

    def __init__(self, relay: Relay, key: str, public_keys: bytes) -> None:
        self.relay = relay
        self.public_keys = public_keys
        self._key = key.encode()
        self._thread = ThreadPoolExecutor(1, "relay")

    async def run_in_thread(self, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, partial(what, *args, **kwargs))

    def require_key(self, key: str) -> None:
        """`UnknownKey` for any but the one that the relay was given."""
        if not hmac.compare_digest(key.encode(), self._key):
            raise unknown_key_error()

    def close(self) -> None:
        self._thread.shutdown()


async def authenticate_tool(request: Request) -> RelayService:
    desk: RelayService = request.app.state.desk
    desk.require_key(read_license_key(request))
    return desk


Here = Annotated[RelayService, Depends(authenticate_tool)]
Use = Annotated[schemas.UseId, Query()]
router = Router()
API = "/api/v1/license"


@router.post(f"{API}/validate")
async def validate_license(desk: Here, data: schemas.Validate) -> Response:
    return JSONResponse(await desk.run_in_thread(desk.relay.validate_license, data))


@router.post(f"{API}/seats", response_model=schemas.SeatOut, status_code=201)
async def claim_seat(desk: Here, response: Response, data: schemas.SeatClaim) -> object:
    lease, is_new = await desk.run_in_thread(desk.relay.claim_seat, data)
    if not is_new:
        response.status_code = 200
    return lease


@router.post(f"{API}/seats/{{seat_id}}/heartbeat", response_model=schemas.LeaseOut)
async def heartbeat(desk: Here, seat_id: str, use: Use = "") -> dict[str, Any]:
    return {"lease_until": await desk.run_in_thread(desk.relay.extend_lease, seat_id, use)}


@router.delete(f"{API}/seats/{{seat_id}}", status_code=204)
async def end_use(desk: Here, seat_id: str, use: Use = "") -> None:
    await desk.run_in_thread(desk.relay.end_seat_use, seat_id, use)


@router.post(f"{API}/usage", status_code=202, response_class=Response)
async def report_usage(desk: Here, data: schemas.UsageEvents) -> None:
    await desk.run_in_thread(desk.relay.store_usage, data.root)


@router.get(f"{API}/file")
async def license_file(
    desk: Here, subject: Annotated[schemas.Subject | None, Query()] = None
) -> Response:
    return JSONResponse(await desk.run_in_thread(desk.relay.issue_tool_file, subject))


@router.get("/.well-known/gatehouse-license-keys.json")
async def public_keys(request: Request) -> Response:
    desk: RelayService = request.app.state.desk
    return Response(desk.public_keys, media_type="application/json")


@router.get("/healthz")
async def relay_health(request: Request) -> Response:
    """Whether seats are leased now; 503 with the reason. Needs no key, and reveals nothing else."""
    desk: RelayService = request.app.state.desk
    code = await desk.run_in_thread(desk.relay.read_license_code)
    return JSONResponse({"status": code}, 200 if code == "VALID" else 503)


def build_relay_app(desk: RelayService) -> ASGIApp:
    app = FastAPI(openapi_url=None, redirect_slashes=False)
    app.state.desk = desk
    install_error_handlers(app)
    for route in router.routes:
        set_error_format(LICENSE, route)
        app.router.routes.append(route)
    gate = RequestLimits(app, limit=MOST_BYTES, seconds=LONGEST_SECONDS, origins=lambda _: False)
    return RequestMiddleware(gate, https=False, shapes={"/api": LICENSE, "/.well-known": LICENSE})
