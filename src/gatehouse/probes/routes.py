from typing import Annotated

from fastapi import Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from gatehouse.kit.crypto import equal_in_constant_time
from gatehouse.kit.db import Database
from gatehouse.kit.db.database import check_ready
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.errors import NotFound
from gatehouse.kit.manifest import load_module
from gatehouse.kit.resources import resource
from gatehouse.kit.router import Router
from gatehouse.probes.settings import ProbeSettings

router = Router(tags=["Probes"])


@router.get("/healthz", response_class=PlainTextResponse)
async def alive() -> str:
    """The process answers."""
    return "ok"


@router.get("/readyz")
async def is_ready(database: Annotated[Database, resource(Database)]) -> Response:
    """The process answers and reaches its database; 503 otherwise."""
    try:
        await check_ready(database)
    except Exception as error:  # noqa: BLE001  after any failure the answer is "not ready"
        return JSONResponse({"ready": False, "database": type(error).__name__}, 503)
    return JSONResponse({"ready": True})


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(
    request: Request,
    settings: Annotated[ProbeSettings, resource(ProbeSettings)],
    deployment: Annotated[Deployment, resource(Deployment)],
    database: Annotated[Database, resource(Database)],
) -> Response:
    """Prometheus metrics. In production only with the configured bearer token."""
    wanted = settings.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if wanted and not equal_in_constant_time(given, wanted.get_secret_value()):
        raise NotFound("Not Found")
    if not wanted and deployment.env == "production":
        raise NotFound("Not Found")
    await (await load_module("gatehouse.probes.figures")).update_gauges(database)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
