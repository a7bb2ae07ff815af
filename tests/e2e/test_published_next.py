"""A product with Next.js and the hosted platform's own package signs a user in by our hosted pages.

As `test_published_clients.py`: no part of a run without `--published-clients FOLDER`.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.async_api import expect

from gatehouse.demo.names import ADMINISTRATOR, PASSWORD
from tests.e2e.browser import chromium, window
from tests.isolation import own_ports
from tests.process.published_product import create_credential, run_command, wait_for
from tests.process.server import Server, free_port

pytestmark = pytest.mark.browser

PRODUCT = Path(__file__).parent / "published" / "next"
COMPILED_MS = 120_000
DOCUMENT = """
[applications.default]
signing_algorithm = "RS256"
pkce = "optional"
"""


@pytest.fixture
def vendor_server(tmp_path: Path) -> Iterator[Server]:
    """Of a vendor whose default application is that product."""
    one = Server(tmp_path / "data", env="demo")
    try:
        one.start()
        run_command(one, "vendor", "apply", "-", given=DOCUMENT)
        yield one
    finally:
        one.clean_up()


@pytest.fixture
def product(request: pytest.FixtureRequest, vendor_server: Server, tmp_path: Path) -> Iterator[str]:
    """Its address. It has the vendor's client id and key, and keeps tokens from the browser."""
    folder = Path(request.config.getoption("--published-clients")) / "next" / "product"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PRODUCT, folder)
    credential = create_credential(vendor_server)
    port = free_port()
    address = f"http://localhost:{port}"
    environ = os.environ | {
        "FRONTEGG_APP_URL": address,
        "FRONTEGG_BASE_URL": vendor_server.url,
        "FRONTEGG_CLIENT_ID": credential["client id"],
        "FRONTEGG_CLIENT_SECRET": credential["secret"],
        "FRONTEGG_ENCRYPTION_PASSWORD": "0123456789abcdef" * 4,
        "FRONTEGG_HOSTED_LOGIN": "true",
        "FRONTEGG_SECURE_JWT_ENABLED": "true",
        "NEXT_TELEMETRY_DISABLED": "1",
    }
    own_ports.add(port)
    with (tmp_path / "product.log").open("wb") as log:
        process = subprocess.Popen(
            ["node", "../node_modules/next/dist/bin/next", "dev", "--port", str(port)],
            cwd=folder, env=environ, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        wait_for(lambda: is_up(address))
        yield address
    finally:
        process.terminate()
        process.wait(30)


def is_up(address: str) -> bool:
    try:
        return httpx.get(address, timeout=30).status_code == 307
    except httpx.TransportError:
        return False


async def test_a_user_signs_in_to_a_product_with_nextjs(vendor_server: Server, product: str):
    async with chromium() as browser, window(browser, vendor_server.url) as opened:
        page = opened.page
        page.set_default_timeout(COMPILED_MS)
        page.set_default_navigation_timeout(COMPILED_MS)
        await page.goto(product)
        await page.get_by_label("Email").fill(ADMINISTRATOR)
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.keyboard.press("Enter")
        orders = page.get_by_role("heading", name=f"Orders of {ADMINISTRATOR}")
        await expect(orders).to_be_visible(timeout=COMPILED_MS)
        assert page.url.startswith(product)
        await page.reload()
        await expect(orders).to_be_visible(timeout=COMPILED_MS)
