"""What tokens say besides, made in the console and read in a token."""

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browser import DESKTOP
from tests.e2e.conftest import NewWindow
from tests.e2e.factors import Vendor
from tests.e2e.test_console_roles import enter_as, visit
from tests.e2e.test_every_page import LOOKS, RULES_OF, faults

pytestmark = pytest.mark.browser

# Of a new token of the signed-in user: all of its claims, or one.
CLAIMS = """async (name) => {
  const path = '/identity/resources/auth/v1/user/token/refresh'
  const { accessToken } = await (await fetch(path, { method: 'POST' })).json()
  const [, part] = accessToken.split('.')
  const claims = JSON.parse(atob(part.replace(/-/g, '+').replace(/_/g, '/')))
  return name ? claims[name] : claims
}"""


async def make_template(page: Page) -> None:
    await visit(page, "tokens")
    await page.get_by_role("button", name="Create template").first.click()
    dialog = page.get_by_role("dialog", name="Create template")
    await dialog.get_by_label("Name").fill("Gold customers")
    await dialog.get_by_label("Key").fill("gold")
    await dialog.get_by_label("Claims (JSON)").fill(
        '{ "segment": "gold", "hello": "Hello {{user.name}}", "account": "{{tenant.id}}" }'
    )
    await expect(dialog.get_by_role("region", name="Token preview")).to_be_visible()


async def make_rule(page: Page, person_id: object) -> None:
    """For one user alone, so that tokens of others stay as they are. The demo has a rule before it."""
    await visit(page, "tokens/rules")
    await page.get_by_role("button", name="Add rule").click()
    await page.get_by_role("combobox", name="Attribute").last.click()
    await page.get_by_role("option", name="User ID").click()
    await page.get_by_label("Values, one per line").fill(str(person_id))


async def test_a_template_is_made_and_a_token_has_it(new_window: NewWindow, vendor: Vendor):
    window = await new_window()
    page = window.page
    await enter_as(window, vendor, "owner")
    before = await page.evaluate(CLAIMS)
    await make_template(page)
    found: dict[str, list[str]] = {}
    for look, (size, scheme) in LOOKS.items():
        await window.look(size, scheme)
        found[f"dialog {look}"] = await faults(page, RULES_OF[scheme])
    await window.look(DESKTOP, "light")
    dialog = page.get_by_role("dialog", name="Create template")
    await dialog.get_by_role("button", name="Create template").click()
    await expect(page.get_by_role("row", name="Gold customers")).to_be_visible()

    await make_rule(page, before["sub"])
    for look, (size, scheme) in LOOKS.items():
        await window.look(size, scheme)
        found[f"rules {look}"] = await faults(page, RULES_OF[scheme])
    await window.look(DESKTOP, "light")
    await page.get_by_role("button", name="Save changes").click()
    await expect(page.get_by_text("Rules saved")).to_be_visible()
    assert {name: faults for name, faults in found.items() if faults} == {}

    # Every process hears of a change within a moment.
    await page.wait_for_function(CLAIMS, arg="segment", polling=500)
    claims = await page.evaluate(CLAIMS)
    assert (claims["segment"], claims["account"]) == ("gold", claims["tenantId"])
    assert claims["hello"] == f"Hello {claims['name']}"

    await visit(page, "tokens/rules")
    await page.get_by_role("button", name="Remove rule 2").click()
    await page.get_by_role("button", name="Save changes").click()
    await expect(page.get_by_text("Rules saved")).to_be_visible()
    await visit(page, "tokens")
    await page.get_by_role("button", name="Actions for Gold customers").click()
    await page.get_by_role("menuitem", name="Delete").click()
    question = page.get_by_role("dialog", name="Delete Gold customers?")
    await question.get_by_role("textbox").fill("Gold customers")
    await question.get_by_role("button", name="Delete Gold customers").click()
    await expect(page.get_by_role("row", name="Gold customers")).to_be_hidden()
