"""What holds for every page: colors, names and roles are accessible, and nothing is cut off.

The API reference at /docs is left out: what it shows is drawn by its renderer, which is not ours.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from tests.e2e.browser import DESKTOP, PHONE, Scheme
from tests.e2e.conftest import NewWindow, WindowOf
from tests.e2e.tour import STOPS, Stop

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS: dict[str, tuple[tuple[int, int], Scheme]] = {
    "light": (DESKTOP, "light"),
    "dark": (DESKTOP, "dark"),
    "phone": (PHONE, "light"),
}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# axe leaves these out unless they are enabled by name: WCAG 2.5.3 (experimental) and 2.5.8.
OPT_IN = {name: {"enabled": True} for name in ("label-content-name-mismatch", "target-size")}
# In the dark a page has the same elements, with the same names and places: colors alone are others.
RULES_OF: dict[Scheme, dict[str, Any]] = {
    "light": {"runOnly": {"type": "tag", "values": RULES}, "rules": OPT_IN},
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}},
}


async def faults(page: Page, options: dict[str, Any]) -> list[str]:
    """Serious and critical violations, each with the elements that have it."""
    if not await page.evaluate("'axe' in window"):
        # Evaluated, because the page's policy refuses a script element.
        await page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = await page.evaluate(
        # What is right is counted, not told: to name all its elements takes a third of the time.
        "options => axe.run({ ...options, resultTypes: ['violations'] }).then((run) => run.violations)",
        options,
    )
    return [
        f"{one['id']}: {json.dumps([node['target'] for node in one['nodes']])} "
        f"{one['nodes'][0].get('failureSummary', '')}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


async def too_wide(page: Page, width: int) -> list[str]:
    """What makes the page wider than this; `innerWidth` grows with it, as phones zoom out."""
    found: list[str] = await page.evaluate(
        """(width) => document.documentElement.scrollWidth <= width ? [] :
          [`${document.documentElement.scrollWidth} pixels`,
          ...[...document.querySelectorAll('body *')]
            .filter((one) => one.getBoundingClientRect().right > width + 1)
            .map((one) => `${one.tagName} ${one.className}`)]""",
        width,
    )
    return found


async def cut_off(page: Page) -> list[str]:
    """Texts of which a user sees a part, without a way to read the rest."""
    found: list[str] = await page.evaluate(
        """() => [...document.querySelectorAll('body *')]
          .filter((one) => ['hidden', 'clip'].includes(getComputedStyle(one).overflowX))
          .filter((one) => one.clientWidth > 4 && one.scrollWidth > one.clientWidth + 1)
          .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          .filter((one) => one.textContent.trim() && !one.closest('[title]'))
          .map((one) => `${one.textContent.trim()}: ${one.clientWidth} of ${one.scrollWidth}`)"""
    )
    return found


@pytest.mark.parametrize("stop", [pytest.param(stop, id=stop.name) for stop in STOPS])
async def test_a_page_is_accessible_and_fits_a_phone(window_of: WindowOf, stop: Stop):
    """Visited once, and looked at in light, in dark, on a phone, and enlarged."""
    window = await window_of(stop.person)
    await stop.visit(window)
    found = {}
    for name, (size, scheme) in LOOKS.items():
        await window.look(size, scheme)
        found[name] = await faults(window.page, RULES_OF[scheme])
    assert found == {"light": [], "dark": [], "phone": []}
    assert await too_wide(window.page, PHONE[0]) == []
    # As wide as a desktop's window at 400 %.
    await window.look((320, 640), "light")
    assert await too_wide(window.page, 320) == []
    assert await cut_off(window.page) == []


async def test_inaccessible_pages_are_found(new_window: NewWindow):
    window = await new_window()
    await window.page.goto("/account/login")
    await window.page.get_by_label("Email").wait_for()
    await window.page.evaluate(
        """() => document.body.insertAdjacentHTML('beforeend',
          '<button></button><button aria-label="Download invoice">PDF</button>' +
          '<button style="width: 16px; height: 16px">A</button>' +
          '<button style="width: 16px; height: 16px">B</button>' +
          '<p style="color: #777; background: #888">Dim</p>')"""
    )
    named = {one.partition(":")[0] for one in await faults(window.page, RULES_OF["light"])}
    assert {
        "button-name",
        "color-contrast",
        "label-content-name-mismatch",
        "target-size",
    } <= named
    await window.look(DESKTOP, "dark")
    [dim] = await faults(window.page, RULES_OF["dark"])
    assert dim.startswith("color-contrast")
