"""The application on a primary and its standby; its browsers, and what they were answered by."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
from prometheus_client import REGISTRY

from gatehouse.access.staff_role import StaffRole
from gatehouse.app import build_app, build_request_pipeline
from gatehouse.commands.runtime import open_resources
from gatehouse.kit.db import Database
from gatehouse.kit.db.standby import Standby
from gatehouse.kit.own_changes import COOKIE
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings
from tests.backend import Backend, new_backend
from tests.staff import Staff, hire
from tests.standby import Pair, until
from tests.world import World

SECRET_KEY = "a-key-for-tests-that-is-long-enough"
OUTCOMES = ("standby", "behind", "away", "conflict")


@dataclass
class Site:
    settings: Settings
    resources: Resources
    transport: httpx.ASGITransport

    def __post_init__(self) -> None:
        self.world = World(self.resources, self.new_client, self.settings)

    @property
    def database(self) -> Database:
        return self.resources[Database]

    @property
    def standby(self) -> Standby:
        assert self.database.standby is not None
        return self.database.standby

    def new_client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=self.transport, base_url=self.settings.public_url)

    async def backend(self) -> Backend:
        return await new_backend(self.world)

    async def staff(self, role: StaffRole = StaffRole.OWNER) -> Staff:
        """A member of the staff whose browser has changed nothing recently."""
        staff = await hire(self.world, role)
        as_page(staff.browser)
        return staff

    async def in_use(self) -> None:
        """Waits until the standby is asked."""

        async def is_well() -> bool:
            await self.standby.check_replica()
            return self.standby.is_well

        await until(is_well)

    async def out_of_use(self) -> None:
        async def is_not_well() -> bool:
            await self.standby.check_replica()
            return not self.standby.is_well

        await until(is_not_well)


def as_page(browser: httpx.AsyncClient) -> None:
    """As a page of ours calls, in a browser that keeps cookies."""
    browser.headers["sec-fetch-site"] = "same-origin"
    browser.cookies.set("fe_refresh_any", "1", domain="localhost.local")
    forget_changes(browser)


def forget_changes(browser: httpx.AsyncClient) -> None:
    """As time does."""
    for cookie in [one for one in browser.cookies.jar if one.name == COOKIE]:
        browser.cookies.jar.clear(cookie.domain, cookie.path, cookie.name)


def reads() -> dict[str, float]:
    """How many statements came to what."""
    return {
        name: REGISTRY.get_sample_value("gatehouse_standby_reads_total", {"outcome": name}) or 0
        for name in OUTCOMES
    }


def since(before: dict[str, float]) -> dict[str, float]:
    return {name: count - before[name] for name, count in reads().items() if count > before[name]}


@asynccontextmanager
async def opened(pair: Pair, settings: Settings, standby_url: str) -> AsyncIterator[Site]:
    async with open_resources(settings, pair.primary_url, 12, standby_url=standby_url) as resources:
        app = build_request_pipeline(build_app(settings, resources), settings)
        yield Site(settings, resources, httpx.ASGITransport(app, raise_app_exceptions=False))
