"""In German nothing stays English and nothing is cut off; right-to-left turns every page around."""

import re

import pytest
from playwright.async_api import Page, expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.api import sign_in
from tests.e2e.browser import DESKTOP, PHONE
from tests.e2e.catalogue import english_only
from tests.e2e.conftest import NewWindow
from tests.e2e.factors import Vendor
from tests.e2e.test_console_roles import enter_as
from tests.e2e.test_every_page import too_wide

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
ANONYMOUS = {
    "/account/login": "anmelden",
    "/account/sign-up": "Konto",
    "/account/forget-password": "Passwort zurücksetzen",
}
SIGNED_IN = {
    "/general": "Übersicht",
    "/billing": "Abrechnung",
    "/contact": "Kontakt",
    "/oauth/portal/profile": "Profil",
    "/oauth/portal/privacy": "Datenschutz und Anmeldung",
    "/oauth/portal/account": "Konto",
    "/oauth/portal/users": "Benutzer",
    "/oauth/portal/roles": "Rollen",
}

# What people see, and what is read aloud to them.
TEXTS = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = [document.title]
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement
    const isShown = parent.checkVisibility() && !parent.closest('script, style, noscript, body [lang=en]')
    if (isShown) texts.push(walk.currentNode.data)
  }
  for (const one of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(one.getAttribute(name) ?? '')
  return texts.map((text) => text.trim()).filter(Boolean)
}"""
# Words of ours that end before they are read; what people entered may be cut off.
CUT_OFF = """() => [...document.querySelectorAll('button, label, th, h1, h2, nav a')]
  .flatMap((one) => [one, ...one.querySelectorAll('*')])
  .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).overflowX !== 'visible' && !one.closest('[aria-haspopup=menu]'))
  .map((one) => one.textContent)"""


async def english_on(page: Page) -> list[str]:
    texts: list[str] = await page.evaluate(TEXTS)
    english = english_only()
    return sorted({text for text in texts if english.fullmatch(text)})


async def check(page: Page, paths: dict[str, str], width: int) -> dict[str, list[str]]:
    found = {}
    for path, title in paths.items():
        await page.goto(path)
        heading = page.get_by_role("heading", level=1, name=re.compile(title))
        await expect(heading).to_be_visible()
        await page.wait_for_load_state("networkidle")
        found[path] = [
            *await english_on(page),
            *await too_wide(page, width),
            *await page.evaluate(CUT_OFF),
        ]
    return found


@SIZES
async def test_a_german_browser_gets_german(new_window: NewWindow, size: tuple[int, int]):
    window = await new_window(size=size, locale="de-DE")
    assert await check(window.page, ANONYMOUS, size[0]) == {path: [] for path in ANONYMOUS}
    assert await window.page.evaluate("document.documentElement.lang") == "de-DE"


@SIZES
async def test_both_portals_are_german(new_window: NewWindow, size: tuple[int, int]):
    window = await new_window(ADMINISTRATOR, size=size, locale="de-DE")
    assert await check(window.page, SIGNED_IN, size[0]) == {path: [] for path in SIGNED_IN}


async def test_a_refusal_is_german(new_window: NewWindow):
    window = await new_window(locale="de-DE")
    window.allow("/identity/resources/auth/v1/user", 401)
    await window.page.goto("/account/login")
    await window.page.get_by_label("E-Mail-Adresse").fill("nobody@example.test")
    await window.page.get_by_label("Passwort", exact=True).fill("not-the-password")
    await window.page.get_by_role("button", name="Anmelden").click()
    told = window.page.get_by_role("paragraph").filter(has_text="Passwort ist falsch")
    await expect(told).to_be_visible()


async def test_a_choice_holds_on_this_device_and_from_the_login_page_into_the_portal(
    new_window: NewWindow,
):
    window = await new_window()
    page = window.page
    await page.goto("/account/forget-password")
    await page.get_by_label("Language").select_option("de")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Passwort zurücksetzen")
    await sign_in(window, ADMINISTRATOR)
    await page.goto("/oauth/portal/profile")
    await page.get_by_role("button", name="Konto von").click()
    await page.get_by_role("menuitemradio", name="English").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Profile")
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Profile")


@SIZES
async def test_right_to_left_turns_every_page_around(new_window: NewWindow, size: tuple[int, int]):
    window = await new_window(ADMINISTRATOR, size=size)
    page = window.page
    await page.add_init_script("localStorage.setItem('gatehouse-language', 'ar')")
    for path, title in {"/general": "General", "/oauth/portal/users": "Users"}.items():
        await page.goto(path)
        heading = page.get_by_role("heading", level=1, name=re.compile(title))
        await expect(heading).to_be_visible()
        await page.wait_for_load_state("networkidle")
        assert await page.evaluate("document.documentElement.dir") == "rtl"
        assert await too_wide(page, size[0]) == [], path
    if size == DESKTOP:
        navigation = await page.get_by_role("navigation", name="Portal").bounding_box()
        assert navigation
        assert navigation["x"] > size[0] / 2


# Pages with tables, cards, charts or lists, whose columns and choices are made once and kept.
WITH_TABLES = [
    *(f"/oauth/portal/{one}" for one in ("users", "groups", "roles", "audits", "all-users")),
    *(f"/oauth/portal/{one}" for one in ("api-tokens", "webhooks", "security-center", "reports")),
    "/oauth/portal/usage", "/general", "/billing",
]  # fmt: skip
CONSOLE_TABLES = [
    f"/console/{one}"
    for one in ("tenants", "people", "roles", "permissions", "plans", "features", "flags", "audits")
]
# On a phone rows are cards, and a style sheet shows what each value is.
SETTLED_TEXTS = f"""async () => {{
  const read = () => [
    ...({TEXTS})(),
    ...[...document.querySelectorAll('[data-label]')].map((one) => one.dataset.label),
  ]
  let texts = read()
  for (let still = 0; still < 10; ) {{
    await new Promise(requestAnimationFrame)
    const newer = read()
    still = String(newer) === String(texts) ? still + 1 : 0
    texts = newer
  }}
  return texts
}}"""
MENUS = re.compile("^(Columns|Spalten|Sort|Sortieren)$")


@SIZES
async def test_a_table_follows_a_change_of_the_language(
    new_window: NewWindow, size: tuple[int, int]
):
    window = await new_window(ADMINISTRATOR, size=size)
    assert await stale_texts(window.page, WITH_TABLES) == {}


@SIZES
async def test_a_table_of_the_console_follows_a_change_of_the_language(
    new_window: NewWindow, vendor: Vendor, size: tuple[int, int]
):
    window = await new_window()
    await enter_as(window, vendor, "owner")
    await window.page.set_viewport_size({"width": size[0], "height": size[1]})
    assert await stale_texts(window.page, CONSOLE_TABLES) == {}


async def stale_texts(page: Page, paths: list[str]) -> dict[str, dict[str, set[str]]]:
    """How pages differ after a change of the language, before and after they are opened again."""
    stale: dict[str, dict[str, set[str]]] = {}
    for number, path in enumerate(paths):
        await page.goto(path)
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        before = await shown_texts(page)
        await page.get_by_role("button", name=re.compile("^(Account of|Konto von) ")).click()
        language = ("Deutsch", "English")[number % 2]
        await page.get_by_role("menuitemradio", name=language).click()
        await close_menu(page)
        frame = page.locator("body [lang]").first
        await expect(frame).to_have_attribute("lang", ("de", "en")[number % 2])
        changed = await shown_texts(page)
        await page.reload()
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        opened = await shown_texts(page)
        assert before - opened, f"{path} has no text of its own"
        if changed != opened:
            stale[path] = {"only before": changed - opened, "only afterwards": opened - changed}
    return stale


async def shown_texts(page: Page) -> set[str]:
    """When nothing more arrives and each table has drawn its newest rows, whose order may depend on the
    language. Without numbers and times, which change by themselves."""
    await page.wait_for_load_state("networkidle")
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)
    texts = await page.evaluate(SETTLED_TEXTS)
    for button in await page.get_by_role("button", name=MENUS).filter(visible=True).all():
        await button.click()
        menu = page.get_by_role("menu")
        await expect(menu).to_be_visible()
        texts += (await menu.inner_text()).splitlines()
        await close_menu(page)
    return {text.strip() for text in texts if text and not re.search(r"\d", text)}


async def close_menu(page: Page) -> None:
    # A menu that opens on hover would open again: the pointer came over it a moment ago.
    await page.mouse.move(0, 0)
    await page.keyboard.press("Escape")
    await expect(page.locator("[role=menu]")).to_have_count(0)
