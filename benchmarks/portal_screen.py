"""`python -m benchmarks.portal_screen`: whether the admin portal's users page keeps a browser waiting.

The account of `benchmarks.portal_lists`, opened in Chromium by an administrator. What a user does on the
page is done several times; beside how long it takes until the rows are there stands the longest task of the
page's one thread meanwhile, in which the page does not respond. A task of more than 50 ms is one that people
feel (https://www.w3.org/TR/longtasks-1/).
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path

from playwright.async_api import Page, expect
from tests.e2e.browser import DESKTOP, chromium, window

from benchmarks import portal_rows
from benchmarks.audits import verdict
from benchmarks.contestants import Place
from benchmarks.database import Cluster
from benchmarks.ours import Gatehouse
from benchmarks.process import machine
from benchmarks.rounds import say
from benchmarks.seed import PASSWORD, Seeded, prepare

PORT = 4195
LONG_MS = 50
# `durationThreshold` of long tasks is fixed at 50 ms, so what is shorter is not told.
WATCH = """() => {
  window.longest = 0
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration)
  }).observe({ type: 'longtask' })
}"""
FRAMES = "async () => { for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame) }"

Step = Callable[[Page], Awaitable[None]]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.portal_screen", description=__doc__)
    add = parser.add_argument
    add("--people", type=int, default=100_000)
    add("--times", type=int, default=10, help="of all steps")
    return parser.parse_args()


def press(name: str, role: str = "button") -> Step:
    async def step(page: Page) -> None:
        await page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]

    return step


async def search(page: Page) -> None:
    await page.get_by_role("searchbox").press_sequentially("bauer", delay=60)
    await page.wait_for_url(lambda url: "bauer" in url)


async def search_no_more(page: Page) -> None:
    await page.get_by_role("searchbox").fill("")
    await page.wait_for_url(lambda url: "bauer" not in url)


async def load(page: Page) -> None:
    await page.reload(wait_until="commit")


STEPS: dict[str, Step] = {
    "load the page": load,
    "sort by joining": press("Joined"),
    "sort by name": press("User"),
    "next page": press("Next page"),
    "search, letter by letter": search,
    "search no more": search_no_more,
}


async def measured(page: Page, step: Step) -> tuple[float, float]:
    """Milliseconds until the rows are drawn, and of the longest task (0: none above 50)."""
    await page.evaluate("window.longest = 0")
    began = time.perf_counter()
    await step(page)
    await page.evaluate(FRAMES)
    await expect(page.locator("[aria-busy=false]").first).to_be_visible()
    await expect(page.get_by_role("button", name="Actions for ").first).to_be_visible()
    await page.evaluate(FRAMES)
    taken = (time.perf_counter() - began) * 1000
    return taken, float(await page.evaluate("window.longest"))


async def run(url: str, seeded: Seeded, times: int) -> None:
    async with chromium(whole=True) as browser, window(browser, url, DESKTOP) as opened:
        page = opened.page
        await page.add_init_script(f"({WATCH})()")
        await page.goto("/oauth/portal/users")
        await page.get_by_label("Email").fill(seeded.emails[0])
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", name="Users")).to_be_visible()
        await expect(page.get_by_role("button", name="Actions for ").first).to_be_visible()
        print(
            "| step | until drawn, ms: median, worst | longest task, ms: median, worst | no task above 50 |"
        )
        print("|---|---|---|---|")
        results: dict[str, list[tuple[float, float]]] = {name: [] for name in STEPS}
        for _ in range(times):
            for name, step in STEPS.items():
                results[name].append(await measured(page, step))
        for name, pairs in results.items():
            taken, longest = (sorted(one) for one in zip(*pairs, strict=True))
            print(
                f"| {name} | {taken[times // 2]:.0f}, {taken[-1]:.0f} | {longest[times // 2]:.0f},"
                f" {longest[-1]:.0f} | {verdict(holds=longest[times // 2] <= LONG_MS)} |"
            )


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-portal-")))
        cores = set(range(2))
        cluster = Cluster(folder / "database", cores)
        stack.callback(cluster.stop)
        url = cluster.database("gatehouse")
        say(f"{options.people:,} people")
        seeded = prepare(url, people=options.people)
        portal_rows.fill(url, seeded.tenant_id, roles=500, groups=2_000, accounts=100)
        print(f"{machine()}; {options.people:,} people")
        gatehouse = Gatehouse(Place(url, PORT, cores, folder, 1), seeded)
        stack.callback(gatehouse.server.stop)
        asyncio.run(run(f"http://127.0.0.1:{PORT}", seeded, options.times))


if __name__ == "__main__":
    main()
