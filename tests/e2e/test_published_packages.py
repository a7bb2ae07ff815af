"""The packages of the browser, as they are published: packed, installed, and used by the examples."""

import asyncio
import json
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, Route, expect

from gatehouse import __version__
from gatehouse.demo.names import ADMINISTRATOR, PASSWORD
from tests.e2e.api import sign_in
from tests.e2e.browser import SESSION_START, Window
from tests.e2e.conftest import NewWindow
from tests.e2e.tour import titled
from tests.process.server import Server, free_port

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
WEB, EXAMPLES = ROOT / "web", ROOT / "examples"
REACT_18 = WEB / "matrix" / "react-18"
SHOP = "http://localhost:5173/"  # where the examples say that they are
ME = "/identity/resources/users/v2/me"
FONT = "one => getComputedStyle(one).fontFamily"
SECONDS = 600


async def test_what_is_published_is_whole_and_of_use(
    tmp_path: Path, new_window: NewWindow, server: Server
):
    """One test, since packing builds inside the source tree, where there is room for one at a time."""
    product = await asyncio.to_thread(installs_and_builds, tmp_path)
    await is_a_product_with_sign_in_and_portal(await new_window(), server.url, product / "dist")
    built = await asyncio.to_thread(builds_with_react_18, tmp_path)
    await runs_with_react_18(await new_window(), server.url, built)
    with served("web-component", product / "node_modules", server.url) as shop:
        await lies_over_a_page_without_a_framework(await new_window(), shop)


async def test_a_page_that_only_links_leads_to_sign_in_and_portal(
    new_window: NewWindow, server: Server
):
    window = await new_window(ADMINISTRATOR)
    page = window.page
    await visit(window, page_of("hosted-page", server.url))
    await page.get_by_role("link", name="Settings, in this window").click()
    await titled(page, "Profile")
    await page.goto(SHOP)
    async with window.context.expect_page() as opened:
        await page.get_by_role("link", name="People, in a tab of their own").click()
    await titled(await opened.value, "Users")
    await window.context.clear_cookies()
    await page.get_by_role("link", name="Sign in").click()
    await expect(page.get_by_label("Email")).to_be_visible()


def installs_and_builds(folder: Path) -> Path:
    """The example with what it installed."""
    run(WEB, "npm", "run", "--silent", "packages", "--", "--pack", str(folder))
    tarballs = sorted(folder.glob("*.tgz"))
    says_what_it_is_and_has_all_it_names(tarballs)
    is_what_the_examples_install(tarballs)
    builds_an_example(tarballs, folder / "react-product")
    is_drawn_by_a_server(folder / "react-product")
    return folder / "react-product"


async def put_on_the_server(window: Window, url: str, built: Path, *pages: str) -> None:
    """On the server's own address, where a product has a proxy put it. `pages`: what its paths begin with."""

    async def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path == "/" or path.startswith(pages):
            await route.fulfill(path=built / "index.html")
        elif (file := built / path.removeprefix("/")).is_file():
            await route.fulfill(path=file)
        else:
            await route.fallback()

    await window.context.route(f"{url}/**", answer)
    await window.page.goto(url)


async def is_a_product_with_sign_in_and_portal(window: Window, url: str, built: Path) -> None:
    await put_on_the_server(window, url, built, "/account/")
    page = window.page
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_label("Email").fill(ADMINISTRATOR)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Orders of Acme")).to_be_visible()
    await expect(page.get_by_text("You may invite people")).to_be_visible()
    await shows_people_over_the_page(page)
    await page.get_by_role("button", name="Sign out").click()
    await expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def builds_with_react_18(folder: Path) -> Path:
    """With its types too: the packages' own are those of React 19."""
    project = folder / "react-18"
    shutil.copytree(REACT_18, project, ignore=shutil.ignore_patterns("node_modules"))
    modules, own = project / "node_modules", REACT_18 / "node_modules"
    installed(sorted(folder.glob("*.tgz")), project)
    for name in ("react", "react-dom", "scheduler", "@types/react", "@types/react-dom"):
        (modules / name).unlink()
        (modules / name).symlink_to(own / name)
    run(project, "npx", "--no-install", "tsc")
    run(project, "npx", "--no-install", "vite", "build")
    return project / "dist"


async def runs_with_react_18(window: Window, url: str, built: Path) -> None:
    """Signs in at the server's own pages, and makes each call once."""
    calls: list[str] = []
    page = window.page
    page.on("request", lambda request: calls.append(urlsplit(request.url).path))
    await put_on_the_server(window, url, built)
    await expect(page.get_by_role("heading", name="Reports with React 18.3.1")).to_be_visible()
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_label("Email").fill(ADMINISTRATOR)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.keyboard.press("Enter")
    await expect(page.get_by_text(f"{ADMINISTRATOR} in Acme")).to_be_visible()
    await expect(page.get_by_text("Schedules are not in your plan")).to_be_visible()
    await expect(page.get_by_role("button", name="Export")).to_be_visible()
    calls.clear()
    await page.reload()
    await expect(page.get_by_text(f"{ADMINISTRATOR} in Acme")).to_be_visible()
    assert [calls.count(path) for path in (SESSION_START, ME)] == [1, 1]
    await page.get_by_role("button", name="Sign out").click()
    await expect(page.get_by_role("button", name="Sign in")).to_be_visible()


async def lies_over_a_page_without_a_framework(window: Window, shop: str) -> None:
    """Which is of another origin than the server."""
    page = window.page
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    await sign_in(window, ADMINISTRATOR)
    window.allow("/favicon.ico", 404)  # the example has none
    await page.goto(shop)
    await shows_people_over_the_page(page)
    assert said.count("The portal is closed") == 1


async def shows_people_over_the_page(page: Page) -> None:
    await page.get_by_role("button", name="Settings", exact=True).click()
    await page.get_by_role("navigation").get_by_role("link", name="Users", exact=True).click()
    await titled(page, "Users")
    await expect(page.get_by_role("button", name=re.compile("^Actions for ")).first).to_be_visible()
    # Only its sheets give the portal its face.
    assert "Inter" in await page.get_by_role("heading", name="Users").evaluate(FONT)
    await page.get_by_role("button", name="Close portal").click()
    await expect(page.get_by_role("heading", name="Users")).to_be_hidden()
    await expect(page.get_by_role("heading", name="Orders")).to_be_visible()


def page_of(example: str, url: str) -> str:
    """With the tests' server in the place of the one that it names."""
    page = (EXAMPLES / example / "index.html").read_text()
    return page.replace("http://localhost:8000", url)


@contextmanager
def served(example: str, modules: Path, url: str) -> Iterator[str]:
    """By its own server: a page that no server sent has no address, and may not ask one on this machine."""
    folder = modules.parent.with_name(example)
    shutil.copytree(EXAMPLES / example, folder, ignore=shutil.ignore_patterns("node_modules"))
    (folder / "node_modules").symlink_to(modules)
    (folder / "index.html").write_text(page_of(example, url))
    environment = os.environ | {"PORT": str(free_port())}
    with subprocess.Popen(
        ["node", "serve.js"], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


async def visit(window: Window, page: str) -> None:
    async def answer(route: Route) -> None:
        if urlsplit(route.request.url).path == "/":
            await route.fulfill(body=page, content_type="text/html")
        else:
            await route.fulfill(status=204)

    await window.context.route(f"{SHOP}**", answer)
    await window.page.goto(SHOP)


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def installed(tarballs: list[Path], project: Path) -> None:
    """As npm would, from what is on this machine: nothing is fetched."""
    modules = project / "node_modules"
    for one in (WEB / "node_modules").iterdir():
        if one.name.startswith("@") and one.name != "@gatehouse":
            for scoped in one.iterdir():
                (modules / one.name).mkdir(parents=True, exist_ok=True)
                (modules / one.name / scoped.name).symlink_to(scoped)
        elif one.name == ".bin" or not one.name.startswith((".", "@")):
            modules.mkdir(exist_ok=True)
            (modules / one.name).symlink_to(one)
    for tarball in tarballs:
        with tarfile.open(tarball) as packed:
            name = manifest_of(packed)["name"]
        shutil.unpack_archive(tarball, project / "unpacked")
        (modules / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(project / "unpacked" / "package", modules / name)


def manifest_of(packed: tarfile.TarFile) -> dict[str, str]:
    file = packed.extractfile("package/package.json")
    assert file
    found: dict[str, str] = json.load(file)
    return found


def says_what_it_is_and_has_all_it_names(tarballs: list[Path]) -> None:
    assert [one.name.removesuffix(f"-{__version__}.tgz") for one in tarballs] == [
        f"gatehouse-{name}" for name in ("admin-portal", "api", "login", "react", "sdk", "ui")
    ]
    for tarball in tarballs:
        with tarfile.open(tarball) as packed:
            names, manifest = set(packed.getnames()), manifest_of(packed)
        assert {"package/README.md", "package/LICENSE"} <= names
        assert manifest["description"]
        assert "private" not in manifest
        exports: dict[str, str | dict[str, str]] = manifest["exports"]  # type: ignore[assignment]
        targets = [
            path
            for one in exports.values()
            for path in ([one] if isinstance(one, str) else one.values())
        ]
        missing = [one for one in targets if f"package/{one.removeprefix('./')}" not in names]
        assert not missing, tarball.name
        assert not [name for name in names if ".test." in name], tarball.name


def builds_an_example(tarballs: list[Path], project: Path) -> None:
    shutil.copytree(
        EXAMPLES / "react-product", project, ignore=shutil.ignore_patterns("node_modules")
    )
    installed(tarballs, project)
    run(project, "npx", "--no-install", "tsc")
    run(project, "npx", "--no-install", "vite", "build")
    sheets = list((project / "dist" / "assets").glob("*.css"))
    assert any("--gh-" in one.read_text() for one in sheets)


ON_A_SERVER = """
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { createClient } from '@gatehouse/api'
import { createSession } from '@gatehouse/sdk'
import { GatehouseProvider, SignedOut, useAuth } from '@gatehouse/react'
const Status = () => h('p', null, useAuth().status)
const page = h(GatehouseProvider, null, h(Status), h(SignedOut, null, 'Out'))
process.stdout.write(renderToString(page) + typeof createClient + typeof createSession)
"""


def is_drawn_by_a_server(project: Path) -> None:
    """By Node, which has no window; and its process ends, so that nothing was left open there."""
    script = project / "server.mjs"
    script.write_text(ON_A_SERVER)
    drawn = run(project, "node", script.name)
    assert drawn == "<p>loading</p>functionfunction"
    for name in ("ui", "react", "login", "admin-portal"):
        index = project / "node_modules" / "@gatehouse" / name / "index.js"
        assert index.read_text().startswith("'use client'\n"), name


def is_what_the_examples_install(tarballs: list[Path]) -> None:
    for example in ("react-product", "web-component"):
        manifest = json.loads((EXAMPLES / example / "package.json").read_text())
        files = [
            path.removeprefix("file:../tarballs/")
            for path in manifest["dependencies"].values()
            if path.startswith("file:")
        ]
        assert set(files) <= {one.name for one in tarballs}
