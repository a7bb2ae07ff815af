"""What holds for every page: nobody is shut out by colors, names or roles, and nothing is cut off.

The API reference at /docs is left out: what it shows is drawn by its renderer, which is not ours.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from tests.e2e.browser import PHONE, Scheme
from tests.e2e.conftest import NewWindow
from tests.e2e.tour import STOPS, Stop

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


async def faults(page: Page) -> list[str]:
    """Serious and critical violations, each with the elements that have it."""
    # Evaluated, because the page's policy refuses a script element.
    await page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = await page.evaluate(
        "tags => axe.run({ runOnly: { type: 'tag', values: tags } }).then((run) => run.violations)",
        RULES,
    )
    return [
        f"{one['id']}: {json.dumps([node['target'] for node in one['nodes']])} "
        f"{one['nodes'][0].get('failureSummary', '')}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("stop", STOPS, ids=[stop.name for stop in STOPS])
async def test_a_page_is_open_to_everybody(new_window: NewWindow, stop: Stop, scheme: Scheme):
    window = await new_window(scheme=scheme)
    await stop.visit(window)
    assert await faults(window.page) == []


@pytest.mark.parametrize("stop", STOPS, ids=[stop.name for stop in STOPS])
async def test_a_page_fits_a_phone(new_window: NewWindow, stop: Stop):
    window = await new_window(size=PHONE)
    await stop.visit(window)
    assert await too_wide(window.page, PHONE[0]) == []
    assert await faults(window.page) == []
    # As wide as a desktop's window at 400 %.
    await window.page.set_viewport_size({"width": 320, "height": 640})
    assert await too_wide(window.page, 320) == []


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
