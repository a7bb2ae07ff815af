"""A process that is told of a standby reads there."""

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.lagging.site import SECRET_KEY, Site, as_page
from tests.process.server import Server
from tests.standby import Pair, until

USED = 'gatehouse_standby_reads_total{outcome="standby"}'


async def test_a_process_reads_from_the_standby_that_it_is_told_of(
    site: Site, pair: Pair, tmp_path_factory: pytest.TempPathFactory
):
    admin = await site.world.person("Admin")
    await pair.caught_up()
    folder: Path = tmp_path_factory.mktemp("process") / "data"
    server = Server(
        folder,
        public_url=site.settings.public_url,
        secret_key=SECRET_KEY,
        database_url=pair.primary_url,
        database_standby_url=pair.copy_url,
    )
    await asyncio.to_thread(server.start, "--no-worker")
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as page:
            page.headers["authorization"] = admin.browser.headers["authorization"]
            as_page(page)
            page.cookies.set("fe_refresh_any", "1")

            async def used() -> bool:
                assert (await page.get("/audits")).status_code == 200
                return USED in (await page.get("/metrics")).text

            await until(used)
            made = await page.post("/identity/resources/groups/v1", json={"name": "Sales"})
            assert "gatehouse_changed=1; Max-Age=6;" in made.headers["set-cookie"]
    finally:
        await asyncio.to_thread(server.interrupt)
