"""A relay at a customer's: set up as its guide says, with the vendor's server there to give it a file."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.relay.calls import RelayService, build_relay_app
from gatehouse.relay.process import open_relay
from gatehouse.relay.settings import RelaySettings
from gatehouse.relay.upstream import sync_once
from gatehouse_license import AsyncLicense
from tests.conftest import ORIGIN
from tests.license_client.conftest import (  # noqa: F401  fixtures
    NOWHERE,
    Network,
    key,
    network,
    new_tool,
    public_keys,
)
from tests.licensing.conftest import Shop, context, open_shop, report, shop  # noqa: F401  fixtures
from tests.licensing.tool import Tool

RELAY = "http://relay.customer.test"


class Installed:
    """A relay that runs, and what its administrator does with it."""

    def __init__(self, settings: RelaySettings, shop: Shop, cable: Network) -> None:  # noqa: F811
        self.settings = settings
        self.shop = shop
        key = settings.key.get_secret_value() if settings.key else ""  # noqa: F811
        known = {"authorization": f"License {key}"}
        self.vendor = httpx.AsyncClient(transport=cable, base_url=ORIGIN, headers=known)
        self.elsewhere = httpx.AsyncClient(transport=cable.inner, base_url=ORIGIN, headers=known)
        self.start()

    def start(self) -> None:
        self.desk: RelayService = open_relay(self.settings)
        self.app = build_relay_app(self.desk)
        self.transport = httpx.ASGITransport(self.app)

    def restart(self) -> None:
        self.desk.close()
        self.start()

    @property
    def tool(self) -> Tool:
        """One that calls by hand."""
        http = httpx.AsyncClient(transport=self.transport, base_url=RELAY)
        return Tool(http, self.vendor.headers["authorization"].removeprefix("License "))

    async def file(self) -> dict[str, Any]:
        """As an administrator gets it at a computer that reaches the vendor."""
        asked = {"relayKey": self.desk.relay.own.public}
        answer = await self.elsewhere.get("/api/v1/license/file", params=asked)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def drop_in(self, file: dict[str, Any] | None = None) -> None:
        self.settings.file_path.write_text(json.dumps(file or await self.file()))

    async def call_home(self) -> None:
        await sync_once(self.desk, self.vendor)


@pytest.fixture
async def bare(shop, key, public_keys, network, tmp_path) -> AsyncIterator[Installed]:  # noqa: F811
    """Without a license file."""
    folder = tmp_path / "relay"
    folder.mkdir()
    (folder / "public-keys.json").write_text(json.dumps(public_keys))
    installed = Installed(RelaySettings(folder=folder, key=key), shop, network)
    yield installed
    installed.desk.close()


@pytest.fixture
async def relay(bare: Installed) -> Installed:
    await bare.drop_in()
    return bare


@pytest.fixture
def tool_of_customer(
    relay: Installed,
    key: str,  # noqa: F811
    public_keys: dict[str, Any],  # noqa: F811
    tmp_path: Path,
) -> Callable[..., Awaitable[AsyncLicense]]:
    """The client package, told the relay's address and nothing else."""

    async def make(subject: str = "ann", **settings: Any) -> AsyncLicense:
        given = {
            "folder": tmp_path / "kept",
            "clock": clock.now,
            "environ": NOWHERE,
            "http": httpx.AsyncClient(transport=Network(relay.transport)),
        }
        return AsyncLicense(RELAY, key, public_keys, subject=subject, **{**given, **settings})

    return make
