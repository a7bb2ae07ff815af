"""A stop of the tour: a page, and the way to it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from playwright.async_api import Page, expect

from tests.e2e.api import sign_in
from tests.e2e.browser import Window

Way = Callable[[Window], Awaitable[None]]


@dataclass(frozen=True)
class Stop:
    """`person`: which user of the demo is signed in on the way; None: none."""

    name: str
    arrive: Way
    person: str | None

    async def visit(self, window: Window) -> None:
        """Arrives with everything loaded."""
        if self.person and window.person != self.person:
            await sign_in(window, self.person)
            window.person = self.person
        await self.arrive(window)
        await window.page.wait_for_load_state("networkidle")


STOPS: list[Stop] = []


def stop(name: str, person: str | None = None) -> Callable[[Way], Way]:
    def add(arrive: Way) -> Way:
        STOPS.append(Stop(name, arrive, person))
        return arrive

    return add


async def titled(page: Page, title: str) -> None:
    await expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
