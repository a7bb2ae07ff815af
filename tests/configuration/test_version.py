"""A change of the configuration takes effect with the next request in each process, without a
notification (ADR 36). Two processes are two applications here, with resources of their own; the second hears
of nothing."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import httpx
import pytest

from gatehouse.app import build_app, build_request_pipeline
from gatehouse.applications.registration import UNUSED_CLIENTS
from gatehouse.commands.runtime import open_resources
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.db.configuration_version import (
    REQUEST_VERSION,
    ConfigurationChanged,
    RequestVersion,
)
from gatehouse.kit.db.query import Query
from gatehouse.kit.hashing import hash_password
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor.configuration.requests import CONFIRMATION_LIMIT
from gatehouse.vendor.configuration.snapshot import read_snapshot
from tests.access.read_columns import find_read_columns
from tests.backend import new_backend
from tests.connectivity.receiver import Receiver, Reply
from tests.databases import opened, own_database
from tests.identity.browser import ME, REFRESH, Browser, sign_in
from tests.identity.oauth_steps import AUTHORIZE, CALLBACK, TOKEN, VERIFIER, asking
from tests.identity.test_captcha import KEYS, POLICY, provider_at
from tests.plans.recorded import counting_round_trips
from tests.world import World

LOGIN = "/identity/resources/auth/v1/user"
PASSWORD = "correct horse battery 8"
VERSIONS = "select version, configuration_version from common_version"


class Recorder:
    """A connection that remembers what it is asked."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection
        self.statements: list[str] = []

    async def fetch(self, statement: str, *arguments: Any) -> Any:
        self.statements.append(statement)
        return await self._connection.fetch(statement, *arguments)

    async def fetchrow(self, statement: str, *arguments: Any) -> Any:
        self.statements.append(statement)
        return await self._connection.fetchrow(statement, *arguments)


async def find_tables_of_configuration(db: Db) -> set[str]:
    recorder = Recorder(db.connection)
    await read_snapshot(Db(recorder))
    assert "configuration_version" in recorder.statements[0]
    found: set[str] = set()
    for statement in recorder.statements[1:]:
        query = next(one for one in Query.all_queries if one.system_sql == statement)
        found |= set(await find_read_columns(db.connection, query))
    return found


@pytest.fixture
async def owner(db: Db) -> AsyncIterator[Db]:
    """A transaction as the owner, in which references are not checked; rolled back at the end."""
    transaction = db.connection.transaction()
    await transaction.start()
    await db.connection.execute("set local role none; set local session_replication_role = replica")
    try:
        yield db
    finally:
        await transaction.rollback()


async def raises(db: Db, statement: str) -> bool:
    """Whether the statement gives a new version, and leaves what is remembered of callers."""
    before = await db.connection.fetchrow(VERSIONS)
    await db.connection.execute(statement)
    after = await db.connection.fetchrow(VERSIONS)
    return bool(before["configuration_version"] != after["configuration_version"])


async def test_each_change_gives_a_new_version(owner: Db):
    """Of each table that the configuration is read from, also for a replica and a restore."""
    tables = await find_tables_of_configuration(owner)
    assert len(tables) > 15
    silent: list[str] = []
    for table in sorted(tables):
        column = await owner.connection.fetchval(
            "select attname from pg_attribute where attrelid = $1::text::regclass and attnum > 0"
            " and not attisdropped and attgenerated = '' and attidentity = '' order by attnum limit 1",
            table,
        )
        column = "revoked_at" if table == "vendor_credentials" else column
        for statement in (
            f"insert into {table} select * from {table} where false",
            f"update {table} set {column} = {column} where false",
            f"delete from {table} where false",
            f"truncate {table} cascade",
        ):
            async with owner.connection.transaction():
                if not await raises(owner, statement):
                    silent.append(statement)
    assert silent == []


async def test_permissions_of_a_credential_count_and_its_use_does_not(owner: Db):
    change = "update vendor_credentials set {} where false"
    assert await raises(owner, change.format("permissions = '{}'"))
    assert not await raises(owner, change.format("last_used_at = now()"))


async def test_a_transaction_does_not_open_with_another_version(database: Database, db: Db):
    version = await db.connection.fetchval("select configuration_version from common_version")
    for known, is_known in ((version, True), (version + 1, False)):
        before = REQUEST_VERSION.set(RequestVersion(known))
        try:
            async with database.transaction(Scope.system()) as asked:
                await asked.open()
            assert is_known
        except ConfigurationChanged:
            assert not is_known
        finally:
            REQUEST_VERSION.reset(before)


@dataclass
class Two:
    """The application `deaf` is notified of nothing; `world` is another process of the same installation."""

    world: World
    deaf: httpx.AsyncClient
    resources: Resources

    @property
    def configuration(self) -> VendorConfiguration:
        return self.resources[VendorConfiguration]

    async def login(self, address: str) -> httpx.Response:
        return await self.deaf.post(LOGIN, json={"email": address, "password": PASSWORD})

    async def new_member(self) -> tuple[Browser, str]:
        tenant_id = await self.world.tenant()
        user_id, address = await self.world.member(tenant_id)
        hashed = await hash_password(PASSWORD)
        async with opened(self.world.resources[Database], Scope.system()) as db:
            await db.connection.execute(
                "insert into passwords (user_id, hash, changed_at) values ($1, $2, now())",
                user_id, hashed,
            )  # fmt: skip
        return await sign_in(self.world, user_id, tenant_id), address


@pytest.fixture
async def two(
    server_url: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Two]:
    @asynccontextmanager
    async def stay_silent(_: object, __: str) -> AsyncIterator[None]:
        yield

    monkeypatch.setattr(VendorConfiguration, "follow_in_background", stay_silent)

    def build(resources: Resources) -> httpx.AsyncClient:
        app = build_request_pipeline(build_app(settings, resources), settings)
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://localhost.local"
        )

    async with (
        own_database(server_url) as url,
        open_resources(settings, url, 4) as one,
        open_resources(settings, url, 4) as other,
        build(other) as deaf,
    ):
        yield Two(World(one, lambda: build(one), settings), deaf, other)


async def use_hot_paths(two: Two, browser: Browser, address: str) -> dict[str, int]:
    """Each call twice: the second time from memory. How many messages each then sent to the database."""
    sent: dict[str, int] = {}

    @contextmanager
    def count(name: str) -> Iterator[None]:
        with counting_round_trips() as messages:
            yield
        sent[name] = len(messages)

    secret = "a-secret-of-the-application"
    client_id = str(two.configuration.current.default.client_id)
    own = {"client_id": client_id, "client_secret": secret}
    for _ in range(2):
        headers = {"authorization": f"Bearer {browser.session.access_token}"}
        with count("me"):
            assert (await two.deaf.get(ME, headers=headers)).status_code == 200
        with count("refresh"):
            assert (await two.deaf.post(REFRESH, headers=as_cookie(browser))).status_code == 201
        browser.http.cookies.set(
            browser.cookie, two.deaf.cookies[browser.cookie], domain="localhost.local", path="/"
        )
        two.deaf.cookies.clear()
        with count("authorize"):
            answer = await two.deaf.get(
                AUTHORIZE, params=asking(two.world), headers=as_cookie(browser)
            )
        code = parse_qs(urlsplit(answer.headers["location"]).query)["code"][0]
        body = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": client_id,
            "redirect_uri": CALLBACK,
            "code_verifier": VERIFIER,
        }
        with count("code"):
            assert (await two.deaf.post(TOKEN, json=body)).status_code == 200
        with count("client credentials"):
            answer = await two.deaf.post(TOKEN, data={"grant_type": "client_credentials", **own})
        assert answer.status_code == 200
        token = answer.json()["access_token"]
        for one in (token, browser.session.access_token):
            with count("introspection"):
                answer = await two.deaf.post("/oauth/introspect", data={"token": one, **own})
            assert answer.json()["active"] is True
        assert (await two.login(address)).status_code == 200
        two.deaf.cookies.clear()
        assert (await two.login("unknown@example.test")).status_code == 401
    return sent


def as_cookie(browser: Browser) -> dict[str, str]:
    return {"cookie": f"{browser.cookie}={browser.token}"}


async def test_requests_give_no_new_version_and_read_nothing_again(
    two: Two, monkeypatch: pytest.MonkeyPatch
):
    browser, address = await two.new_member()
    await two.world.configure(
        "insert into application_secrets (application_id, secret_hash, hint, created_at)"
        " select id, $1, '', now() from applications where is_default",
        token_hash("a-secret-of-the-application"),
    )
    await use_hot_paths(two, browser, address)
    current = two.configuration.current
    async with opened(two.world.resources[Database], Scope.system()) as db:
        before = await db.connection.fetchrow(VERSIONS)
    assert await use_hot_paths(two, browser, address) == {
        "me": 1, "refresh": 1, "authorize": 2, "code": 1, "client credentials": 0, "introspection": 1,
    }  # fmt: skip
    async with opened(two.world.resources[Database], Scope.system()) as db:
        assert await db.connection.fetchrow(VERSIONS) == before
    assert two.configuration.current is current


async def test_a_purge_that_deletes_no_client_gives_no_new_version(two: Two):
    resources = two.world.resources
    context = JobContext(resources[Database], resources, 0, 1, last_attempt=True)
    await UNUSED_CLIENTS.run(context)
    async with opened(resources[Database], Scope.system()) as db:
        before = await db.connection.fetchrow(VERSIONS)
    await UNUSED_CLIENTS.run(context)
    async with opened(resources[Database], Scope.system()) as db:
        assert await db.connection.fetchrow(VERSIONS) == before


async def test_a_request_is_answered_again_with_its_body(two: Two):
    _, address = await two.new_member()
    assert (await two.login(address)).status_code == 200
    set_strategy = "update vendor set auth_strategy = $1"
    for strategy, status in (("MagicLink", 403), ("EmailAndPassword", 200)) * 2:
        await two.world.configure(set_strategy, strategy)
        assert (await two.login(address)).status_code == status


async def test_many_requests_read_a_change_once(two: Two, monkeypatch: pytest.MonkeyPatch):
    _, address = await two.new_member()
    read: list[int] = []
    real = VendorConfiguration._load_snapshot

    async def count(configuration: VendorConfiguration) -> None:
        read.append(1)
        await real(configuration)

    await two.world.configure("update vendor set name = 'Umbrella'")
    monkeypatch.setattr(VendorConfiguration, "_load_snapshot", count)
    answers = await asyncio.gather(*(two.login(address) for _ in range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert len(read) == 1


async def test_a_configuration_that_always_changes_is_answered_with_busy(
    two: Two, monkeypatch: pytest.MonkeyPatch
):
    """Nothing is decided with what is not in force."""
    _, address = await two.new_member()
    real = VendorConfiguration.catch_up

    async def change_again(configuration: VendorConfiguration) -> None:
        await real(configuration)
        await two.world.configure("update vendor set name = name || '.'")

    await two.world.configure("update vendor set name = 'Umbrella'")
    monkeypatch.setattr(VendorConfiguration, "catch_up", change_again)
    assert (await two.login(address)).status_code == 503


async def test_what_is_public_needs_no_database(two: Two):
    await two.world.configure("update vendor set name = 'Umbrella'")
    await two.world.resources[Database].close()
    await two.configuration._database.close()
    answer = await two.deaf.get("/vendors/public")
    assert (answer.status_code, answer.json()["name"]) == (200, "Gatehouse")
    assert (await two.deaf.get(ME)).status_code == 401


async def test_a_refusal_waits_a_second_for_a_database_that_hangs(two: Two):
    clock = asyncio.get_running_loop()
    async with opened(two.world.resources[Database], Scope.system()) as db:
        await db.connection.execute("set local role none; lock common_version")
        began = clock.time()
        answer = await two.deaf.get(ME)
        waited = clock.time() - began
    assert (answer.status_code, CONFIRMATION_LIMIT) == (401, 1)
    assert CONFIRMATION_LIMIT <= waited < 2 * CONFIRMATION_LIMIT


async def test_a_captcha_is_sent_to_its_provider_once_the_request_is_confirmed(two: Two):
    """A solution counts once. One that is not required any more is not sent at all."""
    _, address = await two.new_member()
    backend = await new_backend(two.world)
    receiver = Receiver()
    receiver.reply = lambda _: Reply(text='{"success": true}')
    server = await receiver.serve()
    body = {"email": address, "password": PASSWORD, "recaptchaToken": "from the page"}
    with provider_at(two.resources, two.world.settings, receiver.url):
        policy = {"enabled": True, **KEYS}
        assert (await backend.http.post(POLICY, json=policy)).status_code == 201
        assert (await two.deaf.post(LOGIN, json=body)).status_code == 200
        await two.world.configure("update vendor set name = 'Umbrella'")
        assert (await two.deaf.post(LOGIN, json=body)).status_code == 200
        assert len(receiver.received) == 2
        policy["enabled"] = False
        assert (await backend.http.put(POLICY, json=policy)).status_code == 200
        assert (await two.deaf.post(LOGIN, json=body)).status_code == 200
        assert len(receiver.received) == 2
    server.close()


@pytest.mark.parametrize("mode", ["query", "form_post"])
async def test_no_error_goes_to_an_address_that_was_removed(two: Two, mode: str):
    address = "https://gone.example.test/callback"
    change = "update applications set redirect_uris = $1 where is_default"
    asked = asking(two.world, redirect_uri=address, prompt="none", response_mode=mode)
    await two.world.configure(change, [address])
    answer = await two.deaf.get(AUTHORIZE, params=asked)
    assert answer.status_code == (302 if mode == "query" else 200)
    assert "login_required" in answer.headers.get("location", answer.text)
    await two.world.configure(change, [])
    assert (await two.deaf.get(AUTHORIZE, params=asked)).status_code == 400
