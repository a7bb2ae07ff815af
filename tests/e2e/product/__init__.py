"""A product of somebody else, made with the packages of the browser, on the server's own address."""

import json
import re
import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Page, Route

from tests.e2e.browser import Window

WEB = Path(__file__).parents[3] / "web"
SOURCE = Path(__file__).with_name("product.tsx")
FILES = "/product-files/"
PAGE = """<!doctype html><html lang="en"><title>Product</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/product-files/product.css">
<script type="application/json" id="provider">%s</script>
<script type="application/json" id="login">%s</script>
<div id="root"></div><script type="module" src="/product-files/product.js"></script></html>"""


@cache
def bundled() -> Path:
    """Built once for all tests of a run."""
    folder = Path(mkdtemp(prefix="product-"))
    subprocess.run(
        [WEB / "node_modules/.bin/esbuild", SOURCE, "--bundle", "--splitting", "--format=esm",
         f"--outdir={folder}", "--jsx=automatic", "--loader:.woff2=file", "--loader:.woff=file",
         '--define:process.env.NODE_ENV="production"', "--log-level=error"],
        env={"NODE_PATH": str(WEB / "node_modules"), "PATH": "/usr/bin:/bin"}, check=True,
    )  # fmt: skip
    return folder


async def install(
    window: Window,
    url: str,
    *,
    provider: dict[str, Any] | None = None,
    login: dict[str, Any] | None = None,
    at: str = r"/product(/.*)?",
) -> Page:
    """Every page of the window below `at` is the product's, with these options."""
    folder = bundled()
    page = PAGE % (json.dumps(provider or {}), json.dumps(login or {}))

    async def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith(FILES):
            await route.fulfill(path=folder / path.removeprefix(FILES))
        elif re.fullmatch(at, path):
            await route.fulfill(body=page, content_type="text/html")
        else:
            await route.fallback()

    await window.context.route(f"{url}/**", answer)
    return window.page
