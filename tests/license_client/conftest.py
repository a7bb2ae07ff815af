"""Licensed tools as their vendors build them: with the client package, and the server's public keys."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse_license import AsyncLicense
from tests.conftest import ORIGIN
from tests.licensing.conftest import Shop, context, open_shop, report, shop  # noqa: F401  fixtures

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "license-files.json").read_text(encoding="utf-8")
)
NOWHERE: dict[str, str] = {}  # not in CI, whatever runs the tests

NewTool = Callable[..., Awaitable[AsyncLicense]]


class Network(httpx.AsyncBaseTransport):
    """The way to the server; `is_cut` takes it away."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self.inner = inner
        self.is_cut = False
        self.asked: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self.is_cut:
            raise httpx.ConnectError("the network is gone")
        self.asked.append(f"{request.method} {request.url.path}")
        return await self.inner.handle_async_request(request)


@pytest.fixture
def network(asgi) -> Network:
    return Network(httpx.ASGITransport(asgi, raise_app_exceptions=False))


@pytest.fixture
async def public_keys(client) -> dict[str, Any]:
    answer = await client.get("/.well-known/gatehouse-license-keys.json")
    keys: dict[str, Any] = answer.raise_for_status().json()
    return keys


@pytest.fixture
async def key(shop: Shop) -> str:  # noqa: F811
    """The shop's."""
    given: str = (await shop.licenses())[0]["key"]
    return given


@pytest.fixture
def new_tool(key: str, network: Network, public_keys: dict[str, Any], tmp_path: Path) -> NewTool:
    """Starts the tool; again for the same subject, it finds what it kept. Its key is the shop's."""

    async def make(subject: str = "ann", **settings: Any) -> AsyncLicense:
        given = {
            "key": key,
            "public_keys": public_keys,
            "folder": tmp_path / "kept",
            "clock": clock.now,
            "environ": NOWHERE,
            "http": httpx.AsyncClient(transport=network),
        }
        return AsyncLicense(ORIGIN, **{"subject": subject, **given, **settings})

    return make


class Laptop:
    """A computer with a machine id, whose host name changes with the network that it is in."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self._monkeypatch = monkeypatch
        self._machine_id = folder / "machine-id"
        self.container_file = folder / "dockerenv"
        monkeypatch.setattr("gatehouse_license.computer.MACHINE_ID_FILES", [self._machine_id])
        monkeypatch.setattr("gatehouse_license.computer.CONTAINER_FILES", [self.container_file])
        monkeypatch.setattr("getpass.getuser", lambda: "ann")
        self.set_machine_id("0123456789abcdef0123456789abcdef")

    def set_hostname(self, hostname: str) -> None:
        self._monkeypatch.setattr("platform.node", lambda: hostname)

    def set_machine_id(self, machine_id: str) -> None:
        self._machine_id.write_text(f"{machine_id}\n")


@pytest.fixture
def laptop(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Laptop:
    return Laptop(monkeypatch, tmp_path_factory.mktemp("laptop"))
