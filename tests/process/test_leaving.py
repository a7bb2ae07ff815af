"""A process that is replaced loses no request: not even one that comes as it ends."""

import asyncio

import httpx
import pytest
from starlette.responses import PlainTextResponse

from gatehouse.commands import process
from gatehouse.commands.process import AnnouncedServer
from gatehouse.settings import Settings
from tests.process.server import free_port


async def test_an_open_connection_is_answered_once_more_and_told_to_go(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(process, "CLOSING_SECONDS", 60)
    port = free_port()
    config = process._build_config(PlainTextResponse("here"), "127.0.0.1", port)
    server = AnnouncedServer(config, "It listens")
    running = asyncio.create_task(server._serve())
    async with asyncio.timeout(30), httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as open_:
        while not server.started:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert "connection" not in (await open_.get("/")).headers
        server.should_exit = True
        while server.servers[0].is_serving():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        with pytest.raises(httpx.ConnectError):
            await httpx.AsyncClient(base_url=open_.base_url).get("/")
        last = await open_.get("/")
        assert (last.status_code, last.headers["connection"]) == (200, "close")
        await running  # no connection is left, so that it ends at once


async def test_an_idle_connection_is_waited_for_only_briefly(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(process, "CLOSING_SECONDS", 0.1)
    port = free_port()
    config = process._build_config(PlainTextResponse("here"), "127.0.0.1", port)
    server = AnnouncedServer(config, "It listens")
    running = asyncio.create_task(server._serve())
    async with asyncio.timeout(30), httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as open_:
        while not server.started:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await open_.get("/")
        server.should_exit = True
        await running
