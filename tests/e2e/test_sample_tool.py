"""A member of the demo's company works with the sample tool while the server runs."""

import asyncio
import platform
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from playwright.async_api import expect

from gatehouse.demo.names import ADMINISTRATOR
from gatehouse.demo.sample_tool import AT_WORK, DONE
from tests.e2e.api import signed_in
from tests.e2e.browser import PATIENCE_MS
from tests.e2e.conftest import NewWindow
from tests.process.server import Server

pytestmark = pytest.mark.browser


async def test_what_the_portal_shows_of_it_is_real(new_window: NewWindow, server: Server):
    async with signed_in(server.url, ADMINISTRATOR) as api, asyncio.timeout(PATIENCE_MS / 1000):
        while not (found := await held(api)):  # noqa: ASYNC110  another process
            await asyncio.sleep(0.2)
        fingerprint, seat = found
        # Its heartbeats keep it: unlike the others' it lapses when the tool ends.
        assert datetime.fromisoformat(seat["leaseUntil"]) > datetime.now(UTC)
        assert datetime.now(UTC) - datetime.fromisoformat(seat["lastSeenAt"]) < timedelta(hours=1)
        seats = (await api.get(f"/api/v1/licenses/{fingerprint}/seats")).json()["items"]
        assert DONE not in [one.get("name") for one in seats]
    page = (await new_window(ADMINISTRATOR)).page
    await page.goto(f"/billing/license/{fingerprint}")
    row = page.get_by_role("row").filter(has_text=AT_WORK)
    await expect(row).to_contain_text(platform.node())


async def held(api: httpx.AsyncClient) -> tuple[str, dict[str, Any]] | None:
    """The license, and the seat of the user who works with the tool on this machine."""
    for one in (await api.get("/api/v1/licenses")).raise_for_status().json():
        path = f"/api/v1/licenses/{one['fingerprint']}/seats"
        for seat in (await api.get(path)).raise_for_status().json()["items"]:
            if (seat.get("name"), seat.get("hostname")) == (AT_WORK, platform.node()):
                return one["fingerprint"], seat
    return None
