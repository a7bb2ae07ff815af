"""Signed-in browsers with a refresh cookie, without going through a login page."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import httpx

from gatehouse.access.client import Client
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in import flow
from gatehouse.identity.sign_in.models import AuthenticationResult, SignInContext
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.databases import opened
from tests.world import World

REFRESH = "/identity/resources/auth/v1/user/token/refresh"
LOGOUT = "/identity/resources/auth/v1/logout"
ME = "/identity/resources/users/v2/me"


@dataclass
class Browser:
    """A user's browser; `session` is as it was at sign-in."""

    http: httpx.AsyncClient
    session: SignedIn
    cookie: str

    @property
    def token(self) -> str:
        return self.http.cookies[self.cookie]


async def sign_in(world: World, user_id: UUID, tenant_id: UUID) -> Browser:
    async with opened(world.resources[Database], Scope.system()) as db:
        proof = AuthenticationResult(user_id, "", ("pwd",))
        session = await flow.sign_in(
            db,
            world.resources,
            proof,
            Client("192.0.2.7", "Firefox"),
            SignInContext(tenant_id=tenant_id),
        )
    assert isinstance(session, SignedIn)
    http = world.new_client()
    cookie = f"fe_refresh_{world.resources[VendorConfiguration].current.default.cookie_suffix}"
    http.cookies.set(cookie, session.refresh_token, domain="localhost.local", path="/")
    http.headers["authorization"] = f"Bearer {session.access_token}"
    return Browser(http, session, cookie)


async def new_browser(world: World, *roles: str) -> Browser:
    """A new user, in a tenant of their own."""
    tenant_id = await world.tenant()
    user_id, _ = await world.member(tenant_id, *roles)
    return await sign_in(world, user_id, tenant_id)


def copy_of(world: World, browser: Browser, token: str) -> httpx.AsyncClient:
    """Another browser with the same cookie: a racing tab, or a thief."""
    http = world.new_client()
    http.cookies.set(browser.cookie, token, domain="localhost.local", path="/")
    return http


def later(**duration: float) -> None:
    clock.advance_clock(timedelta(**duration))
