"""A change is in force in every process, without a restart and without a look at the database."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import httpx
import pytest

from gatehouse.access.vendor_credentials import use_credential
from gatehouse.app import build_app, build_request_pipeline
from gatehouse.commands.runtime import open_resources
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor_access.credentials import create_credential, revoke_credential
from tests.backend import new_backend
from tests.databases import own_database
from tests.kit.test_hosts import REFUSES
from tests.world import World

IDENTITY = "/identity/resources/configurations/v1"
PUBLIC = [
    "/flags",
    "/metadata?entityName=adminBox",
    "/vendors/public",
    f"{IDENTITY}/public",
    f"{IDENTITY}/auth/strategies/public",
    f"{IDENTITY}/sign-up/strategies",
]
WITHIN_SECONDS = 5  # a second is promised; a busy machine gets more before the test fails


@pytest.fixture
def own_settings(tmp_path: Path) -> Settings:
    return Settings(env="test", data_dir=tmp_path, secret_key="a-key-for-tests-that-is-long-enough")


@pytest.fixture
async def url(server_url: str) -> AsyncIterator[str]:
    async with own_database(server_url) as own:
        yield own


def browser(settings: Settings, resources: Resources) -> httpx.AsyncClient:
    app = build_request_pipeline(build_app(settings, resources), settings)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=settings.public_url)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(WITHIN_SECONDS):
        while not await holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def names(client: httpx.AsyncClient, name: str) -> Callable[[], Awaitable[bool]]:
    async def holds() -> bool:
        return bool((await client.get("/vendors/public")).json()["name"] == name)

    return holds


async def run(url: str, statement: str) -> None:
    operator = await asyncpg.connect(url)
    await operator.execute(statement)
    await operator.close()


async def test_a_change_reaches_two_processes(url: str, own_settings: Settings):
    async with (
        open_resources(own_settings, url, 2) as one,
        open_resources(own_settings, url, 2) as other,
        browser(own_settings, one) as first,
        browser(own_settings, other) as second,
    ):
        await run(url, "update vendor set name = 'Umbrella'")
        await until(names(first, "Umbrella"))
        await until(names(second, "Umbrella"))
        await run(url, "insert into feature_flags values ('beta', true)")

        async def flagged() -> bool:
            return bool((await second.get("/flags")).json() == {"beta": "on"})

        await until(flagged)


async def test_a_new_secret_ends_the_one_before_in_every_process(url: str, own_settings: Settings):
    operator = await asyncpg.connect(url)
    client_id = await operator.fetchval("select client_id from applications where is_default")

    async def rotated(secret: str) -> None:
        await operator.execute(
            "insert into application_secrets (application_id, secret_hash, hint, created_at)"
            " select id, $1, '', now() from applications where is_default"
            " on conflict (application_id) do update set secret_hash = $1",
            token_hash(secret),
        )

    async with (
        open_resources(own_settings, url, 2) as one,
        open_resources(own_settings, url, 2) as other,
        browser(own_settings, one) as first,
        browser(own_settings, other) as second,
    ):

        async def status(asked: httpx.AsyncClient, secret: str) -> int:
            asks = {"grant_type": "client_credentials", "client_id": str(client_id)}
            answer = await asked.post("/oauth/token", data={**asks, "client_secret": secret})
            return answer.status_code

        await rotated("the-first")
        for process in (first, second):
            assert await status(process, "the-first") == 200
        await rotated("the-second")
        for process in (first, second):
            assert await status(process, "the-second") == 200

            async def refused(process: httpx.AsyncClient = process) -> bool:
                return await status(process, "the-first") == 401

            await until(refused)
    await operator.close()


async def test_public_calls_ask_no_database(url: str, own_settings: Settings):
    async with (
        open_resources(own_settings, url, 2) as resources,
        browser(own_settings, resources) as client,
    ):
        await resources[Database].close()
        for path in PUBLIC:
            assert (await client.get(path)).status_code == 200, path


async def test_a_lost_connection_is_made_again_and_what_was_missed_is_read(
    url: str, own_settings: Settings
):
    async with (
        open_resources(own_settings, url, 2) as resources,
        browser(own_settings, resources) as client,
    ):
        await until(names(client, "Gatehouse"))
        operator = await asyncpg.connect(url)
        listening = (
            "select count(*) from pg_stat_activity where datname = current_database()"
            " and application_name = 'gatehouse configuration' and query ~* '^(listen|select)'"
        )

        async def listens() -> bool:
            return bool(await operator.fetchval(listening))

        await until(listens)
        # In one statement, so that no process is listening when the change happens.
        await operator.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where application_name = 'gatehouse configuration' and datname = current_database();"
            "update vendor set name = 'Missed'"
        )
        await until(names(client, "Missed"))
        await run(url, "update vendor set name = 'Heard'")
        await until(names(client, "Heard"))
        await operator.close()


async def test_without_any_news_it_is_read_after_a_while(url: str, own_settings: Settings):
    async with open_resources(own_settings, url, 2) as resources:
        await run(url, "alter table vendor disable trigger configured")
        slow = VendorConfiguration(resources[Database], oldest_seconds=0.05)
        await slow.load()
        async with slow.follow_in_background(url):

            async def told() -> bool:
                return slow.current.vendor.name == "Quiet"

            await run(url, "update vendor set name = 'Quiet'")
            await until(told)


async def test_while_it_cannot_listen_it_is_read_after_a_while(url: str, own_settings: Settings):
    async with open_resources(own_settings, url, 2) as resources:
        deaf = VendorConfiguration(resources[Database], oldest_seconds=0.05)
        await deaf.load()
        async with deaf.follow_in_background(f"postgresql://postgres@{REFUSES}/postgres"):

            async def told() -> bool:
                return deaf.current.vendor.name == "Unheard"

            await run(url, "update vendor set name = 'Unheard'")
            await until(told)


@pytest.mark.parametrize("turns", range(5))
async def test_who_stops_following_as_news_comes_has_stopped(database: Database, turns: int):
    """Whatever turn of the event loop the two meet in."""
    configuration = VendorConfiguration(database)
    waiting = asyncio.create_task(configuration._await_next_change())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    configuration._news.set()
    for _ in range(turns):
        await asyncio.sleep(0)
    if waiting.cancel():
        with pytest.raises(asyncio.CancelledError):
            await waiting


async def test_a_change_is_in_force_when_it_is_answered(world: World):
    http = (await new_backend(world)).http
    tokens = "/identity/resources/vendor-only/tenants/access-tokens/v1/active"
    reader = world.new_client()
    try:
        for number in range(10):
            off = await http.post(IDENTITY, json={"apiTokensEnabled": False})
            assert off.status_code == 201
            refused = await http.get(tokens)
            assert (refused.status_code, refused.json()["errors"][0]) == (
                403,
                "Api tokens are disabled",
            )
            assert (await http.post(IDENTITY, json={"apiTokensEnabled": True})).status_code == 201
            assert (await http.get(tokens)).status_code == 200
            theme = {"theme": {"number": number}}
            body = {"entityName": "adminBox", "configuration": theme}
            assert (await http.post("/metadata", json=body)).status_code == 201
            [row] = (await reader.get("/metadata?entityName=adminBox")).json()["rows"]
            assert row["configuration"]["theme"] == theme["theme"]
    finally:
        await world.configure("delete from metadata where entity_name = 'adminBox'")


async def test_a_change_is_in_force_when_it_is_answered_without_a_listener(
    url: str, own_settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    @asynccontextmanager
    async def stay_silent(_: object, __: str) -> AsyncIterator[None]:
        yield

    monkeypatch.setattr(VendorConfiguration, "follow_in_background", stay_silent)
    async with (
        open_resources(own_settings, url, 2) as resources,
        browser(own_settings, resources) as client,
    ):
        configuration = resources[VendorConfiguration]
        world = World(resources, lambda: client, own_settings)
        http = (await new_backend(world)).http
        for value in (False, True):
            await http.post(IDENTITY, json={"apiTokensEnabled": value})
            assert configuration.current.vendor.api_tokens_enabled is value


async def test_a_credential_counts_in_every_process_and_its_use_notifies_none(
    url: str, own_settings: Settings
):
    async with (
        open_resources(own_settings, url, 2) as one,
        open_resources(own_settings, url, 2) as other,
    ):
        heard = other[VendorConfiguration]

        async def permits() -> bool:
            return heard.current.credential_permissions == {"vendor.sign-in.users"}

        made = await create_credential(one[Database], "Sign-in", ["vendor.sign-in.users"])
        await until(permits)
        await heard.catch_up()
        before = heard.current
        async with one[Database].transaction(Scope.system()) as db:
            assert await use_credential(db, made.secret)
        await heard.catch_up()
        assert heard.current is before
        assert await revoke_credential(one[Database], str(made.id))

        async def permits_nothing() -> bool:
            return not heard.current.credential_permissions

        await until(permits_nothing)
