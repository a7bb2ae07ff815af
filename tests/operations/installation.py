"""An installation of a test's own, with short patience, that may be broken."""

import argparse
import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import asyncpg
import httpx
from pydantic import SecretStr
from starlette.types import ASGIApp

from gatehouse.app import build_app, build_request_pipeline
from gatehouse.commands.runtime import open_resources
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from gatehouse.kit.worker import Worker
from gatehouse.settings import Settings
from tests.operations.promql import Look, look
from tests.world import World

ORIGIN = "http://localhost:8000"
SECRET_KEY = "a-key-for-tests-that-is-long-enough"
LOGIN = "/identity/resources/auth/v1/user"
SIGN_UP = "/identity/resources/users/v1/signUp"
SECONDS = 20


@dataclass
class Installation:
    """`looks` are the metrics of each minute."""

    settings: Settings
    url: str
    resources: Resources
    app: ASGIApp
    looks: list[Look] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = self.new_client()
        self.world = World(self.resources, self.new_client, self.settings)

    def new_client(self) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url=ORIGIN)

    @property
    def context(self) -> JobContext:
        return JobContext(self.resources[Database], self.resources, 0, 1, last_attempt=True)

    async def look(self) -> None:
        at = self.looks[-1].at + 60 if self.looks else 0
        try:
            page = (await self.client.get("/metrics")).raise_for_status().text
        except httpx.TransportError:
            page = None
        self.looks.append(look(at, page, job="gatehouse", instance="web-1"))

    async def sign_in(self) -> httpx.Response:
        """As a client without an account."""
        body = {"email": f"{uuid4().hex}@example.test", "password": "x"}
        return await self.client.post(LOGIN, json=body)

    async def sign_up(self) -> None:
        """A mail waits for it."""
        body = {"email": f"{uuid4().hex}@example.test", "name": "Pat Doe", "companyName": "Acme"}
        answer = await self.client.post(SIGN_UP, json=body)
        assert answer.is_success, answer.text

    async def run_jobs(self) -> None:
        await Worker(self.resources[Database], self.resources).drain()

    async def command(
        self, run: Callable[[Settings, argparse.Namespace], None], **arguments: object
    ) -> object:
        """One of the command line, on this database and by this clock; its exit code."""
        settings = self.settings.model_copy(update={"database_url": self.url})

        def status() -> object:
            try:
                run(settings, argparse.Namespace(**arguments))
            except SystemExit as end:
                return end.code
            return 0

        return await asyncio.to_thread(status)

    @asynccontextmanager
    async def owner(self) -> AsyncIterator[asyncpg.Connection]:
        connection = await asyncpg.connect(self.url)
        try:
            yield connection
        finally:
            await connection.close()

    async def execute(self, statement: str) -> None:
        async with self.owner() as owner:
            await owner.execute(statement)


@asynccontextmanager
async def installed(url: str, data_dir: Path) -> AsyncIterator[Installation]:
    settings = Settings(
        env="test",
        data_dir=data_dir,
        secret_key=SecretStr(SECRET_KEY),
        public_url=ORIGIN,
        database_patience_seconds=3,
    )
    async with open_resources(settings, url, 12) as resources:
        app = build_request_pipeline(build_app(settings, resources), settings)
        yield Installation(settings, url, resources, app)


async def until(state: Callable[[], Awaitable[object]]) -> None:
    async with asyncio.timeout(SECONDS):
        while not await state():  # noqa: ASYNC110  another process changes it
            await asyncio.sleep(0.02)
