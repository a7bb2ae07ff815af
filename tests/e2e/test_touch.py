"""On a phone a finger hits each control within 40 px, however small it is drawn."""

import pytest
from playwright.async_api import Page, expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.browser import PHONE
from tests.e2e.conftest import NewWindow

pytestmark = pytest.mark.browser

LEAST = 40
# What a point meets belongs to the control, is inside it, or is a label of it. Controls below something else
# are left out.
TOO_SMALL = """([controls, least]) => {
  const reach = least / 2 - 1
  const meets = (control, x, y) => {
    const met = document.elementFromPoint(x, y)
    return met && (control.contains(met) || met.closest('label')?.control === control)
  }
  const centerOf = (control) => {
    const boxes = [control, ...(control.labels ?? [])].map((one) => one.getBoundingClientRect())
    const box = boxes.find(({ height }) => height > 4)
    return box && [box.x + box.width / 2, box.y + box.height / 2]
  }
  const small = []
  let count = 0
  for (const control of document.querySelectorAll(controls)) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue
    control.scrollIntoView({ block: 'center', inline: 'center' })
    const [x, y] = centerOf(control) ?? []
    if (x === undefined || !meets(control, x, y)) continue
    count += 1
    const points = [[x, y - reach], [x, y + reach]]
    if (control.matches('input, button')) points.push([x - reach, y], [x + reach, y])
    if (points.some(([right, down]) => !meets(control, right, down)))
      small.push(control.ariaLabel ?? control.labels?.[0]?.textContent ?? control.textContent)
  }
  return [count, small]
}"""
CONTROLS = {
    "choices": "input[type=checkbox], input[type=radio]",
    "close": ".mantine-CloseButton-root",
    "names": "td a, td button",
    "buttons": "button",
}


async def _users(page: Page) -> None:
    await page.goto("/oauth/portal/users")
    await expect(page.get_by_role("row").nth(1)).to_be_visible()


async def _roles(page: Page) -> None:
    await page.goto("/oauth/portal/roles")
    await expect(page.get_by_role("row").nth(1)).to_be_visible()


async def _audits(page: Page) -> None:
    await page.goto("/oauth/portal/audits")
    await expect(page.get_by_role("row").nth(1)).to_be_visible()


async def _new_role(page: Page) -> None:
    await _roles(page)
    await page.get_by_role("button", name="Create role").click()
    await expect(page.get_by_role("dialog", name="Create role")).to_be_visible()


async def _user(page: Page) -> None:
    await _users(page)
    await page.locator("td button").first.click()
    await expect(page.get_by_role("dialog")).to_be_visible()


async def _sign_in_rules(page: Page) -> None:
    await page.goto("/oauth/portal/security/general")
    await expect(page.get_by_role("switch").first).to_be_visible()


# With the kinds of controls that are there.
PLACES = [
    (_users, ["choices", "names", "buttons"]),
    (_audits, ["names", "buttons"]),
    (_new_role, ["choices", "close", "buttons"]),
    (_user, ["close", "buttons"]),
    (_sign_in_rules, ["choices", "buttons"]),
]


async def test_controls_are_large_enough_for_fingers(new_window: NewWindow):
    window = await new_window(ADMINISTRATOR, size=PHONE)
    found = {}
    for arrive, kinds in PLACES:
        await arrive(window.page)
        await window.page.wait_for_load_state("networkidle")
        for kind in kinds:
            count, small = await window.page.evaluate(TOO_SMALL, [CONTROLS[kind], LEAST])
            assert count > 0, f"{arrive.__name__} has no {kind}"
            if small:
                found[f"{arrive.__name__} {kind}"] = small
    assert found == {}
