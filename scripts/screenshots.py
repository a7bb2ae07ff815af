"""Pictures of every page, from a demo server that runs.

    GATEHOUSE_ENV=demo .venv/bin/gatehouse serve
    .venv/bin/python -m scripts.screenshots [http://localhost:8000] [page …]

Writes `docs/screenshots/<page>-<light|dark|phone>.png`. Pages of the console are called `console-<section>`.
"""

import asyncio
import io
import sys
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser
from tests.e2e.browser import DESKTOP, PHONE, Scheme, chromium, window
from tests.e2e.test_console import SECTIONS, enter
from tests.e2e.tour import STOPS, Stop, titled

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
LOOKS: dict[str, tuple[tuple[int, int], Scheme]] = {
    "light": (DESKTOP, "light"),
    "dark": (DESKTOP, "dark"),
    "phone": (PHONE, "light"),
}
CONSOLE = (
    "overview", "tenants", "people", "connections", "licenses", "applications", "tokens", "roles",
    "permissions", "plans", "features", "flags", "entitlements", "sign-in", "messages", "brand", "portal",
    "events", "webhooks", "prehooks", "configuration", "staff", "audits", "system",
)  # fmt: skip
COLORS = 128
LIMIT = 120_000


async def main(url: str, names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    async with chromium(whole=True) as browser:
        for stop in STOPS:
            if names and stop.name not in names:
                continue
            for look in LOOKS:
                keep(f"{stop.name}-{look}", await photograph(browser, url, stop, look))
        sections = [one for one in CONSOLE if not names or f"console-{one}" in names]
        if sections:
            await photograph_console(browser, url, sections)


def keep(name: str, picture: bytes) -> None:
    (FOLDER / f"{name}.png").write_bytes(picture)
    sys.stdout.write(f"{name}.png  {len(picture) // 1000} kB\n")


async def photograph_console(browser: Browser, url: str, sections: list[str]) -> None:
    """In one window: the code of its second factor counts once."""
    async with window(browser, url) as opened:
        await enter(opened)
        for section in sections:
            for look, (size, scheme) in LOOKS.items():
                await opened.look(size, scheme)
                await opened.page.goto(f"/console/{section}")
                await titled(opened.page, SECTIONS[section])
                await opened.page.wait_for_load_state("networkidle")
                taken = await opened.page.screenshot(animations="disabled")
                keep(f"console-{section}-{look}", small(taken))
        for complaint in opened.complaints:
            sys.stderr.write(f"console: {complaint}\n")


async def photograph(browser: Browser, url: str, stop: Stop, look: str) -> bytes:
    size, scheme = LOOKS[look]
    async with window(browser, url, size=size, scheme=scheme) as opened:
        await stop.visit(opened)
        # What a screen shows at once: for a longer picture the browser would forget that it is a phone.
        taken = await opened.page.screenshot(animations="disabled")
        for complaint in opened.complaints:
            sys.stderr.write(f"{stop.name}: {complaint}\n")
    return small(taken)


def small(picture: bytes) -> bytes:
    """With a palette: pages have few colors."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image = image.quantize(COLORS, dither=Image.Dither.NONE)
    output = io.BytesIO()
    image.save(output, "PNG", optimize=True)
    if output.tell() > LIMIT:
        raise ValueError(f"a picture of {output.tell()} bytes; {LIMIT} are allowed")
    return output.getvalue()


if __name__ == "__main__":
    address, *wanted = sys.argv[1:] or ["http://localhost:8000"]
    asyncio.run(main(address, wanted))
