"""The web application: every area's routes behind one edge."""

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from gatehouse import __version__
from gatehouse.kit.edge import Edge, allowed_origins
from gatehouse.kit.errors import install_error_handlers
from gatehouse.kit.resources import Resources
from gatehouse.probes import routes as probes
from gatehouse.settings import Settings

CORS_HEADERS = [
    "authorization",
    "content-type",
    "frontegg-login-alias",
    "frontegg-requested-application-id",
    "frontegg-scoped-tenant",
    "frontegg-source",
    "frontegg-vendor-host",
    "frontegg-tenant-id",
    "frontegg-user-id",
    "x-frontegg-framework",
    "x-frontegg-sdk",
    "x-frontegg-source",
    "x-frontegg-middleware",
    "x-request-id",
]


def build_app(settings: Settings, resources: Resources) -> FastAPI:
    """The application on resources that are already open."""
    app = FastAPI(
        title="Gatehouse",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        redirect_slashes=False,
        separate_input_output_schemas=False,
    )
    app.state.resources = resources
    install_error_handlers(app)
    app.include_router(probes.router)
    return app


class Allowed(CORSMiddleware):
    """Starlette's CORS with our own rule for origins."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        super().__init__(
            app,
            allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
            allow_headers=CORS_HEADERS,
            allow_credentials=True,
            expose_headers=["frontegg-trace-id"],
        )
        self._allowed = allowed_origins(settings)

    def is_allowed_origin(self, origin: str) -> bool:
        return self._allowed(origin)


def with_edge(app: FastAPI, settings: Settings) -> Edge:
    return Edge(Allowed(app, settings), settings)
