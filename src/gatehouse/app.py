"""The web application: every area's routes behind one edge."""

import re
from collections.abc import Callable, Container
from functools import partial
from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.types import ASGIApp

from gatehouse import __version__
from gatehouse.kit.error_formats import (
    ERROR_FORMATS,
    LICENSE,
    OAUTH,
    PLAIN_TEXT,
    PLATFORM,
    SCIM,
    ErrorFormat,
    set_error_format,
)
from gatehouse.kit.errors import install_error_handlers
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.lazy_routes import LazyRouter
from gatehouse.kit.manifest import read_manifest
from gatehouse.kit.origins import Cors, build_origin_check
from gatehouse.kit.own_changes import OwnChanges
from gatehouse.kit.plain_route import HotPaths
from gatehouse.kit.request_limits import RequestLimits
from gatehouse.kit.request_middleware import RequestMiddleware
from gatehouse.kit.resources import Resources
from gatehouse.kit.route_table import Dispatch, RouteTable
from gatehouse.pages import routes as pages
from gatehouse.pages.api_description import (
    describe_api,
    serve_description,
    serve_vendor_description,
)
from gatehouse.probes import routes as probes
from gatehouse.providers.simulators import AppAtFirstRequest, load_card_plugin, load_checkout_plugin
from gatehouse.settings import Settings
from gatehouse.usage.api_calls import ApiCalls
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor.configuration.requests import ConfirmedRequests

if TYPE_CHECKING:
    from gatehouse.providers.simulators import CardPlugin, CheckoutPlugin

# Refusals of what no route took; everywhere else in the platform's shape.
SHAPES = {
    "/api/v1/license": LICENSE,
    "/api/v1": PLAIN_TEXT,
    "/oauth/resources": PLATFORM,
    "/oauth": OAUTH,
    "/directory/resources/scim/v2.0": SCIM,
}

# Identity providers have the browser post their answers here, from their own pages; applications sign out.
POSTED_FROM_ELSEWHERE = re.compile(
    r"/identity/resources/auth/v2/user/sso/[^/]+/callback|/auth/(saml|oidc)/callback|/auth/saml/logout"
    r"|/oauth/(logout|authorize)"
)

# Requests have spans of our own, without content. FastAPI would begin a second trace, with texts of errors.
NO_TELEMETRY: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}


def build_app(settings: Settings, resources: Resources, *, is_loaded: bool = False) -> FastAPI:
    """The application on resources that are already open. An area is imported at its first request; with
    `is_loaded` all of them are, as the API description needs."""
    app = FastAPI(
        title="Gatehouse",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        separate_input_output_schemas=False,
        telemetry=NO_TELEMETRY,
    )
    app.openapi = lambda: describe_api(app)  # type: ignore[method-assign]
    app.state.resources = resources
    install_error_handlers(app)
    app.add_route("/openapi.json", serve_description, include_in_schema=False)
    app.add_route("/vendor/openapi.json", serve_vendor_description, include_in_schema=False)
    if is_loaded:
        _add_all_areas(app)
    else:
        _add_lazy_areas(app)
    if settings.simulated:
        from gatehouse.demo import routes as demo

        _add_routes(app, PLATFORM, demo.router)
    simulators: list[type[CheckoutPlugin] | type[CardPlugin]] = []
    if settings.simulates_checkout:
        simulators.append(load_checkout_plugin(settings))
    if settings.simulates_cards:
        simulators.append(load_card_plugin(settings))
    for simulator in simulators:
        build = partial(simulator.build_app, resources)
        app.mount(simulator.mount_path, build() if is_loaded else AppAtFirstRequest(build))
    pages.mount_static(app)
    _add_routes(app, None, pages.router)  # last: it takes every address that is left
    app.router.middleware_stack = Dispatch(app.router)
    return app


def build_probe_app(settings: Settings, resources: Resources) -> ASGIApp:
    """What a worker answers: whether it lives, is ready, and how it does."""
    app = FastAPI(openapi_url=None, redirect_slashes=False, telemetry=NO_TELEMETRY)
    app.state.resources = resources
    install_error_handlers(app)
    _add_routes(app, PLATFORM, probes.router)
    app.router.middleware_stack = Dispatch(app.router)
    return wrap_in_middleware(app, settings)


def _add_all_areas(app: FastAPI) -> None:
    from gatehouse.areas import AREAS

    for shape, routers in AREAS:
        _add_routes(app, shape, *routers)


def _add_lazy_areas(app: FastAPI) -> None:
    for declared in read_manifest()["routers"]:
        router = LazyRouter(declared, ERROR_FORMATS[declared["error_format"]])
        app.router.routes += router.routes


def _add_routes(app: FastAPI, shape: ErrorFormat | None, *routers: APIRouter) -> None:
    """One flat list of routes. The framework's own `include_router` keeps a tree of routers and asks
    every branch twice, which cost each request more than its database work."""
    for route in (route for router in routers for route in router.routes):
        if shape is not None:
            set_error_format(shape, route)
        app.router.routes.append(route)


def get_route_table(app: FastAPI) -> RouteTable:
    dispatch = app.router.middleware_stack
    assert isinstance(dispatch, Dispatch)  # noqa: S101  set by `build_app`
    return dispatch.table


def build_request_pipeline(app: FastAPI, settings: Settings) -> RequestMiddleware:
    return wrap_in_middleware(
        HotPaths(app, get_route_table(app)),
        settings,
        app.state.resources[VendorConfiguration],
        app.state.resources[ApiCalls].count,
        app.state.resources[ExternalIds],
    )


def wrap_in_middleware(
    app: ASGIApp,
    settings: Settings,
    configuration: VendorConfiguration | None = None,
    count: Callable[[str], None] = lambda _: None,
    external_ids: ExternalIds | None = None,
) -> RequestMiddleware:
    """What each request passes, outermost first: edge, the version of the configuration, CORS, gate."""

    def list_configured_origins() -> Container[str]:
        return configuration.current.origins if configuration is not None else ()

    origins = build_origin_check(
        settings.origins, local=settings.env != "production", also=list_configured_origins
    )
    gate = RequestLimits(
        app,
        limit=settings.max_body_bytes,
        seconds=settings.request_timeout_seconds,
        origins=origins,
        from_elsewhere=lambda path: POSTED_FROM_ELSEWHERE.fullmatch(path) is not None,
    )
    https = settings.public_url.startswith("https://")
    inner: ASGIApp = gate
    if settings.database_standby_url:
        inner = OwnChanges(gate, seconds=settings.database_standby_lag_seconds, https=https)
    inner = Cors(inner, origins)
    if configuration is not None:
        inner = ConfirmedRequests(inner, configuration)
    return RequestMiddleware(
        inner, https=https, shapes=SHAPES, count=count, external_ids=external_ids
    )
