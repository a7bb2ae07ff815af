"""Two web processes of one installation, and what is asked of them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID, uuid4

import httpx
from pydantic import SecretStr

from gatehouse.commands.runtime import open_resources
from gatehouse.settings import Settings
from tests.applications.conftest import ADD as ADD_APPLICATION
from tests.backend import Backend, new_backend
from tests.directory.api_tokens import EXCHANGE, PLACES, Machine
from tests.identity.browser import sign_in
from tests.lagging.site import SECRET_KEY, as_page
from tests.process.server import Server
from tests.proxy import ListenerProxy, listener_proxy
from tests.standby import Pair, streaming, until
from tests.world import Person, World

AUDITS = "/audits"
REPLICA_READS = 'gatehouse_standby_reads_total{outcome="standby"}'

Change = Callable[[], Awaitable[object]]


async def stay() -> None: ...


def read_status(answer: httpx.Response) -> object:
    return answer.status_code


@dataclass(frozen=True)
class Probe:
    """A request at the second process, and what `read` finds in its answers before a change and after it."""

    browser: httpx.AsyncClient
    method: str
    path: str
    before: object
    after: object
    read: Callable[[httpx.Response], object] = read_status
    headers: dict[str, str] = field(default_factory=dict)
    form: dict[str, str] | None = None
    body: dict[str, str] | None = None


@dataclass(frozen=True)
class Row:
    changes: list[Change]
    probes: dict[str, Probe]
    undo: Change = stay
    # Each probe is the first after the change: the process reads the whole configuration with the first one.
    is_of_configuration: bool = False


@dataclass
class Site:
    """`world` prepares what a change needs; its browsers call the first process. `backend` is one for all
    changes, because vendor tokens are limited."""

    world: World
    pair: Pair
    second: Server
    proxy: ListenerProxy
    managed: UUID
    open_to_all: UUID
    backend: Backend

    async def ask_second(self, probe: Probe) -> object:
        url = f"{self.second.url}{probe.path}"
        answer = await probe.browser.request(
            probe.method, url, headers=probe.headers, data=probe.form, json=probe.body
        )
        return probe.read(answer)

    async def member(self, tenant_id: UUID, *roles: str) -> Person:
        """A member whose browser is that of a page, and has a refresh token."""
        user_id, address = await self.world.member(tenant_id, *roles)
        browser = await sign_in(self.world, user_id, tenant_id)
        as_page(browser.http)
        return Person(user_id, tenant_id, browser.session.session_id, address, browser.http)

    async def machine(self, maker: Person, kind: str, **more: object) -> Machine:
        body = {"description": "Nightly import", **more}
        made = succeed(await maker.browser.post(PLACES[kind][0], json=body)).json()
        http = self.world.new_client()
        token = {"clientId": made["clientId"], "secret": made["secret"]}
        bearer = succeed(await http.post(EXCHANGE, json=token)).json()["access_token"]
        http.headers["authorization"] = f"Bearer {bearer}"
        return Machine(kind, made, http)

    async def restart_second(self) -> None:
        await asyncio.to_thread(self.second.clean_up)
        await asyncio.to_thread(self.second.start, "--no-worker")

    async def wait_until_ready(self) -> None:
        """Until the second process listens, and reads the lists of pages from the replica. If a test left it
        ended, it is started again."""
        if not self.second.is_running:
            await self.restart_second()

        page = (await self.member(await self.world.tenant(), "Admin")).browser

        async def is_ready() -> bool:
            before = await self._count_replica_reads(page)
            answer = await page.get(f"{self.second.url}{AUDITS}")
            is_listening = answer.is_success and self.proxy.has_listener
            return is_listening and await self._count_replica_reads(page) > before

        await until(is_ready)

    async def _count_replica_reads(self, page: httpx.AsyncClient) -> float:
        figures = (await page.get(f"{self.second.url}/metrics")).text
        found = [
            line.split()[-1] for line in figures.splitlines() if line.startswith(REPLICA_READS)
        ]
        return float(found[0]) if found else 0


def succeed(answer: httpx.Response) -> httpx.Response:
    assert answer.is_success, (answer.request.url, answer.text)
    return answer


@asynccontextmanager
async def two_processes(folder: Path) -> AsyncIterator[Site]:
    """The second one reaches its database through a proxy, and lists from a standby."""
    async with (
        streaming(folder) as pair,
        listener_proxy(pair.primary_url) as (proxy, through),
        httpx.AsyncHTTPTransport() as transport,
    ):
        settings = Settings(
            env="test",
            data_dir=folder / "here",
            secret_key=SecretStr(SECRET_KEY),
            database_url=pair.primary_url,
        )
        shared = {
            "env": "test",
            "public_url": settings.public_url,
            "secret_key": SECRET_KEY,
            "trusted_proxies": '["127.0.0.0/8"]',
        }
        first = Server(folder / "first", **shared, database_url=pair.primary_url)
        second = Server(
            folder / "second",
            **shared,
            database_url=through,
            database_standby_url=pair.copy_url,
            database_standby_lag_seconds="60",
        )

        def new_client() -> httpx.AsyncClient:
            return httpx.AsyncClient(transport=transport, base_url=first.url, timeout=30)

        async with open_resources(settings, pair.primary_url, 4) as resources:
            world = World(resources, new_client, settings)
            managed, open_to_all = uuid4(), uuid4()
            for one, access_type in ((managed, "MANAGED_ACCESS"), (open_to_all, "FREE_ACCESS")):
                await world.configure(ADD_APPLICATION, one, uuid4(), access_type, [])
            try:
                await asyncio.gather(
                    *(asyncio.to_thread(one.start, "--no-worker") for one in (first, second))
                )
                backend = await new_backend(world)
                yield Site(world, pair, second, proxy, managed, open_to_all, backend)
            finally:
                for server in (first, second):
                    await asyncio.to_thread(server.clean_up)
