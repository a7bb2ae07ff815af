"""The web application: every area's routes behind one edge."""

from collections.abc import Callable

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.middleware.cors import CORSMiddleware

from gatehouse import __version__
from gatehouse.api_description import describe
from gatehouse.demo import routes as demo
from gatehouse.directory.account import routes as account
from gatehouse.directory.groups import routes as groups
from gatehouse.directory.people.invite import routes as invite
from gatehouse.directory.people.invite_links import routes as invite_links
from gatehouse.directory.people.list import routes as list_people
from gatehouse.directory.people.manage import routes as manage_people
from gatehouse.directory.people.read import routes as read_people
from gatehouse.directory.roles import routes as roles
from gatehouse.identity.accept_invitation import routes as accept_invitation
from gatehouse.identity.activation import routes as activation
from gatehouse.identity.captcha import routes as captcha
from gatehouse.identity.jwks import routes as jwks
from gatehouse.identity.login import routes as login
from gatehouse.identity.mfa import routes as mfa
from gatehouse.identity.passwords import routes as passwords
from gatehouse.identity.profile import routes as profile
from gatehouse.identity.sessions import routes as sessions
from gatehouse.identity.signup import routes as signup
from gatehouse.identity.social import routes as social
from gatehouse.identity.sso import routes as sso
from gatehouse.kit.edge import Edge, allowed_origins
from gatehouse.kit.errors import install_error_handlers
from gatehouse.kit.plain_route import HotPaths
from gatehouse.kit.resources import Resources
from gatehouse.licensing.changes import routes as changes
from gatehouse.licensing.checkout import routes as checkout
from gatehouse.licensing.configuration import routes as licensing_configuration
from gatehouse.licensing.licenses import routes as licenses
from gatehouse.licensing.organizations import routes as organizations
from gatehouse.licensing.purchases import routes as purchases
from gatehouse.licensing.subscriptions import routes as subscriptions
from gatehouse.management.applications import routes as vendor_applications
from gatehouse.management.catalogue import routes as vendor_catalogue
from gatehouse.management.configuration import routes as vendor_policy
from gatehouse.management.credentials import routes as vendor_credentials
from gatehouse.management.portal import routes as vendor_portal
from gatehouse.pages import routes as pages
from gatehouse.policies.general import routes as general_policies
from gatehouse.policies.lockout import routes as lockout_policies
from gatehouse.policies.password_history import routes as password_history
from gatehouse.policies.password_rules import routes as password_policies
from gatehouse.probes import routes as probes
from gatehouse.settings import Settings
from gatehouse.vendor.client import routes as vendor_client
from gatehouse.vendor.configuration import routes as vendor_configuration
from gatehouse.vendor.current import configuration_of

HOT = (profile.hot, sessions.hot, login.hot, licenses.hot)


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
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    app.state.resources = resources
    install_error_handlers(app)
    _include(app, *HOT)  # the most frequent calls first
    # The vendor's side of a path before the people's.
    _include(app, vendor_policy.shared, vendor_catalogue.shared)
    for area in (
        vendor_credentials,
        vendor_policy,
        vendor_applications,
        vendor_catalogue,
        vendor_portal,
    ):
        _include(app, area.router)
    for area in (probes, vendor_configuration, vendor_client, jwks, general_policies):
        _include(app, area.router)
    for area in (mfa, captcha, social, sso):
        _include(app, area.router)
    for area in (lockout_policies, login, profile, sessions):
        _include(app, area.router)
    for area in (
        signup,
        activation,
        accept_invitation,
        passwords,
        password_policies,
        password_history,
    ):
        _include(app, area.router)
    for area in (
        list_people,
        read_people,
        manage_people,
        invite,
        invite_links,
        roles,
        groups,
        account,
    ):
        _include(app, area.router)
    for area in (
        organizations,
        checkout,
        purchases,
        licensing_configuration,
        subscriptions,
        changes,
    ):
        _include(app, area.router)
    if settings.simulated:
        _include(app, demo.router)
    if settings.simulates_checkout:
        from gatehouse.simulators.checkout.app import simulator_app

        app.mount("/sim/checkout", simulator_app(resources))
    pages.mount_static(app)
    _include(app, pages.router)  # last: it takes every address that is left
    return app


def _include(app: FastAPI, *routers: APIRouter) -> None:
    """One flat list of routes. The framework's own `include_router` keeps a tree of routers and asks
    every branch twice, which cost each request more than its database work.

    The name of an operation is the name of its function, on the server and in the clients.
    """
    for router in routers:
        for route in router.routes:
            if isinstance(route, APIRoute):
                route.unique_id = route.name
            app.router.routes.append(route)


class Allowed(CORSMiddleware):
    """Starlette's CORS with our own rule for origins."""

    def __init__(self, app: HotPaths, is_allowed: Callable[[str], bool]) -> None:
        super().__init__(
            app,
            allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
            allow_headers=["*"],  # an allowed origin's application may add headers of its own
            allow_credentials=True,
            expose_headers=["frontegg-trace-id"],
        )
        self._allowed = is_allowed

    def is_allowed_origin(self, origin: str) -> bool:
        return self._allowed(origin)


def with_edge(app: FastAPI, settings: Settings) -> Edge:
    hot = HotPaths(app, HOT)
    is_allowed = allowed_origins(settings, lambda: configuration_of(app.state.resources).origins)
    return Edge(Allowed(hot, is_allowed), settings, is_allowed)
