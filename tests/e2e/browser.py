"""A Chromium whose pages tell what went wrong in them."""

import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Response,
    async_playwright,
    expect,
)

# A machine that does other things too answers late; a test that passes does not wait for this.
PATIENCE_MS = 30_000
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",  # no machine but this one
]
# Until they are, Escape is still said to the button that opened it, which does not hear it.
KEYS_IN_MENU = "[role=menu]:focus, [role=menu] :focus"
DESKTOP, PHONE = (1440, 900), (390, 844)
SESSION_START = "/identity/resources/auth/v1/user/token/refresh"
TOKEN_RULES = "/identity/resources/configurations/v1/jwt-template-targeting"
# A browser reports every 4xx as an error. These are how a page learns that there is nothing yet.
EXPECTED = {(SESSION_START, 401), ("/api/v1/organization", 404), (TOKEN_RULES, 404)}
# Of axe, which asks every frame; a mail is shown in one that is of no origin, and the shell says so aloud.
OF_NO_ORIGIN = re.compile(
    r"Failed to execute 'postMessage' .* recipient window's origin \('null'\)"
)
FAILED_RESOURCE = re.compile(r"Failed to load resource: .* status of (\d{3})")

# After some frames in which nothing moves: the first tells the page of the change, the second draws its
# answer, and then colors may be on their way, each when that of the element around it has arrived.
SHOWS = """async ([width, scheme]) => {
  const moves = () => document
    .getAnimations()
    .some((one) => one instanceof CSSTransition && one.playState === 'running')
  for (let still = 0; still < 4; still = moves() ? 0 : still + 1) {
    await new Promise(requestAnimationFrame)
  }
  const shown = document.documentElement.dataset.mantineColorScheme ?? scheme
  return innerWidth === width && shown === scheme
}"""
Scheme = Literal["light", "dark"]
Answer = tuple[str, int]


@dataclass
class Window:
    """A browser profile of its own: cookies, storage, and what its pages complained about."""

    context: BrowserContext
    page: Page
    expected: set[Answer] = field(default_factory=lambda: set(EXPECTED))
    complaints: list[str] = field(default_factory=list)
    person: str | None = None  # of the demo, who is signed in

    async def look(self, size: tuple[int, int], scheme: Scheme) -> None:
        """The same page on another screen or in other colors; returns when it shows that."""
        await self.page.set_viewport_size({"width": size[0], "height": size[1]})
        await self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await self.page.wait_for_function(SHOWS, arg=[size[0], scheme])

    def allow(self, path: str, status: int) -> None:
        """A refusal that the test provokes."""
        self.expected.add((path, status))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        failed = FAILED_RESOURCE.match(message.text)
        path = urlsplit(message.location["url"]).path
        if failed and (path, int(failed[1])) in self.expected:
            return
        if OF_NO_ORIGIN.match(message.text):
            return
        self.complaints.append(f"{message.type}: {message.text} ({path})")

    def _watch(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"exception: {_story(error)}"))
        page.on("response", self._check)

    def _check(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"{response.status} from {response.url}")


def _story(error: Error) -> str:
    return f"{error.message} {error.stack or ''}"


@asynccontextmanager
async def chromium(*, whole: bool = False) -> AsyncIterator[Browser]:
    """Its shell without windows where that is installed, which draws the same pages with a quarter less of
    the processor; `whole` for what the shell lacks, such as passkeys that are offered in a field. What
    `CHROMIUM` names is taken for both."""
    path = os.environ.get("CHROMIUM")
    if not path and not whole:
        path = shutil.which("chromium-headless-shell")
    path = path or shutil.which("chromium")
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        await browser.close()


@asynccontextmanager
async def window(
    browser: Browser,
    url: str,
    size: tuple[int, int] = DESKTOP,
    scheme: Scheme = "light",
    locale: str = "en-US",
) -> AsyncIterator[Window]:
    """Without motion, so that a picture or a check never meets something half-way."""
    phone = size == PHONE
    context = await browser.new_context(
        base_url=url,
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=1,
        has_touch=phone,
        is_mobile=phone,
        color_scheme=scheme,
        reduced_motion="reduce",
        locale=locale,
    )
    context.set_default_timeout(PATIENCE_MS)
    opened = Window(context, await context.new_page())
    opened._watch(opened.page)
    context.on("page", opened._watch)
    try:
        yield opened
    finally:
        await context.close()
