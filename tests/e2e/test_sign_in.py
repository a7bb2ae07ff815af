"""Signing up, in, and out, by a user who clicks, reloads, goes back, and has several tabs."""

import re
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.async_api import Page, Request, expect

from gatehouse.demo.names import ADMINISTRATOR, PASSWORD
from tests.e2e.api import CHOSEN, LOGIN, LOGOUT, USERS, join, sign_up
from tests.e2e.browser import SESSION_START
from tests.e2e.conftest import NewWindow
from tests.e2e.outbox import follow_mail
from tests.e2e.tour import titled
from tests.process.server import Server

pytestmark = pytest.mark.browser

PROFILE = "/oauth/portal/profile"
AT_LOGIN = re.compile("/account/login")
# Nothing listens there: the browser is handed its page.
ELSEWHERE = "http://127.0.0.1:8149/"
# What a browser does whose owner lets no site keep anything. It leaves cookies alone.
KEEPS_NOTHING = """
const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError') }
for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
window.BroadcastChannel = class { constructor() { refuse() } }
LockManager.prototype.request = async () => refuse()
"""


async def log_in(page: Page, email: str = ADMINISTRATOR, password: str = PASSWORD) -> None:
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(password)
    await page.keyboard.press("Enter")


def calls(page: Page, path: str) -> list[Request]:
    """Those that the page makes to this path from now on."""
    made: list[Request] = []
    page.on("request", lambda one: made.append(one) if urlsplit(one.url).path == path else None)
    return made


async def test_a_newcomer_signs_up_and_a_reload_or_going_back_loses_nothing(new_window: NewWindow):
    window = await new_window()
    page = window.page
    email = f"{uuid4().hex[:10]}@example.test"
    await page.goto("/account/login")
    await page.get_by_label("Email").fill(email)
    await page.get_by_role("link", name="Create an account").click()
    await expect(page.get_by_label("Work email")).to_have_value(email)
    await page.get_by_label("Full name").fill("Nora Newcomer")
    await page.get_by_label("Company").fill("Newcomers")
    await page.get_by_role("button", name="Create account").dblclick()
    await titled(page, "Check your email")

    await page.reload()
    await titled(page, "Check your email")
    await expect(page.get_by_text(email)).to_be_visible()
    await page.go_back()
    await expect(page.get_by_label("Work email")).to_have_value(email)
    await page.go_forward()

    activation = await follow_mail(window, email, "Activate your")
    password = activation.get_by_label("Password", exact=True)
    await expect(password).to_be_focused()
    await password.fill("too short")
    await password.press("Enter")
    await expect(password).to_have_accessible_description(re.compile("Use at least 15 characters"))
    await password.fill(CHOSEN)
    await password.press("Enter")
    await titled(activation, "Create your organization")


async def test_a_refused_password_is_said_and_the_next_one_replaces_it(new_window: NewWindow):
    window = await new_window()
    window.allow(LOGIN, 401)
    page = window.page
    await page.goto("/account/login?redirectUrl=/oauth/portal/profile")
    await expect(page.get_by_label("Email")).to_be_focused()
    await log_in(page, password="not-the-password")
    password = page.get_by_label("Password", exact=True)
    await expect(password).to_have_accessible_description("Incorrect email or password")
    await expect(page.get_by_role("alert")).to_have_text("Incorrect email or password")
    await expect(password).to_be_focused()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await titled(page, "Profile")


async def test_going_back_after_signing_in_leads_past_the_login_page(new_window: NewWindow):
    page = (await new_window()).page
    await page.goto("/legal")
    await page.goto(PROFILE)
    await expect(page).to_have_url(AT_LOGIN)
    await log_in(page)
    await titled(page, "Profile")
    await page.go_back()
    # A browser that was sent to the login page before the first one had loaded keeps no entry of that one.
    await expect(page).to_have_url(re.compile(r"/legal$|/oauth/portal/profile$"))


async def test_a_form_sent_twice_asks_the_server_once(new_window: NewWindow):
    page = (await new_window()).page
    await page.goto("/account/login")
    made = calls(page, LOGIN)
    await page.get_by_label("Email").fill(ADMINISTRATOR)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").dblclick()
    await expect(page).not_to_have_url(AT_LOGIN)
    assert len(made) == 1


async def test_a_forgotten_password_is_replaced_without_typing_the_address_again(
    new_window: NewWindow,
):
    window = await new_window()
    email, _ = await join(window)
    await window.context.clear_cookies()
    page = window.page
    await page.goto("/account/login")
    await page.get_by_label("Email").fill(email)
    await page.get_by_role("link", name="Forgot password?").click()
    await expect(page.get_by_label("Email")).to_have_value(email)
    await page.get_by_role("button", name="Send link").click()
    await titled(page, "Check your email")
    await page.reload()
    await titled(page, "Check your email")

    chosen = "Eighteen louder otters"
    reset = await follow_mail(window, email, "Reset your")
    await reset.get_by_label("New password").fill(chosen)
    await reset.keyboard.press("Enter")
    await expect(reset.get_by_text("Your password has been changed.")).to_be_visible()
    await log_in(reset, email, chosen)
    await titled(reset, "Create your organization")


async def test_an_activation_link_works_once(new_window: NewWindow):
    window = await new_window()
    window.allow(f"{USERS}/activate/strategy", 404)
    window.allow("/identity/resources/tenants/invites/v1/verify", 404)
    _, link = await sign_up(window)
    await window.page.goto(link)
    await window.page.get_by_label("Password", exact=True).fill(CHOSEN)
    await window.page.keyboard.press("Enter")
    await titled(window.page, "Create your organization")
    await window.page.goto(link)
    await titled(window.page, "Activation link expired")


async def test_signing_out_in_one_tab_signs_the_others_out(new_window: NewWindow):
    window = await new_window(ADMINISTRATOR)
    one, other = window.page, await window.context.new_page()
    for page in (one, other):
        await page.goto(PROFILE)
        await titled(page, "Profile")
    await one.goto("/account/logout")
    await one.get_by_role("button", name="Sign out").click()
    await expect(other).to_have_url(AT_LOGIN)
    await log_in(other)
    await titled(other, "Profile")
    await expect(one).not_to_have_url(AT_LOGIN)


async def test_a_link_on_another_site_does_not_sign_out_by_itself(
    new_window: NewWindow, server: Server
):
    window = await new_window(ADMINISTRATOR)
    page = window.page
    link = f'<title>Elsewhere</title><a href="{server.url}/account/logout">Win a prize</a>'
    await page.route(
        f"{ELSEWHERE}**", lambda route: route.fulfill(body=link, content_type="text/html")
    )
    ended = calls(page, LOGOUT)
    await page.goto(ELSEWHERE)
    await page.get_by_role("link", name="Win a prize").click()
    await titled(page, "Sign out of ")
    await expect(page.get_by_role("button", name="Sign out")).to_be_focused()
    await page.goto(PROFILE)
    await titled(page, "Profile")
    assert ended == []

    await page.goto(ELSEWHERE)
    await page.get_by_role("link", name="Win a prize").click()
    await page.get_by_role("button", name="Sign out").click()
    await expect(page).to_have_url(AT_LOGIN)
    assert len(ended) == 1
    await page.goto(PROFILE)
    await expect(page).to_have_url(AT_LOGIN)


async def test_our_own_button_signs_out_without_asking(new_window: NewWindow):
    page = (await new_window(ADMINISTRATOR)).page
    await page.goto("/general")
    await page.get_by_role("button", name="Account of ").click()
    await page.get_by_role("menuitem", name="Logout").click()
    await expect(page).to_have_url(AT_LOGIN)


async def test_where_nothing_can_be_kept_one_signs_in_all_the_same(new_window: NewWindow):
    window = await new_window()
    await window.context.add_init_script(KEEPS_NOTHING)
    await window.page.goto(PROFILE)
    await expect(window.page).to_have_url(AT_LOGIN)
    await log_in(window.page)
    await titled(window.page, "Profile")


async def test_tokens_are_kept_nowhere(new_window: NewWindow):
    window = await new_window(ADMINISTRATOR)
    await window.page.goto(PROFILE)
    await titled(window.page, "Profile")
    kept = await window.page.evaluate(
        "JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie"
    )
    assert "gatehouse:" in kept  # the number of the newest token, for the other tabs
    assert "eyJ" not in kept


async def test_without_a_network_that_is_said_and_its_return_is_noticed(new_window: NewWindow):
    window = await new_window(ADMINISTRATOR)
    page = window.page
    await window.context.route(f"**{SESSION_START}", lambda route: route.abort())
    await page.goto("/account/login")
    await titled(page, "Sign-in is not available")
    await expect(page.get_by_role("button", name="Try again")).to_be_focused()
    await window.context.unroute(f"**{SESSION_START}")
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(page).not_to_have_url(AT_LOGIN)
    window.complaints[:] = [one for one in window.complaints if "ERR_FAILED" not in one]
