"""Every sign-in method and every MFA method, used by a user who has a mailbox, a phone and a key."""

import asyncio
import base64
import hashlib
import re
from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from tests.e2e.api import CHOSEN, join, post
from tests.e2e.browser import Window, chromium
from tests.e2e.conftest import NewWindow
from tests.e2e.entering import LOGIN, MFA_POLICY, give_code, give_email, give_password, newcomer
from tests.e2e.factors import (
    Key,
    Vendor,
    add_app,
    add_mail,
    add_number,
    app_code,
    new_number,
    plug_in,
    sent_code,
)
from tests.e2e.outbox import follow_mail
from tests.e2e.tour import titled
from tests.process.server import Server

pytestmark = pytest.mark.browser

# Tells whenever the browser is to offer passkeys.
TELL_OFFERS = """
const get = navigator.credentials.get.bind(navigator.credentials)
navigator.credentials.get = (options) => {
  window.offered()
  return get(options)
}
"""
# A browser that knows passkeys, but offers none in fields.
NO_AUTOFILL = "PublicKeyCredential.isConditionalMediationAvailable = async () => false"

MAGIC_LINK = "/identity/resources/auth/v1/passwordless/magiclink/postlogin"
# Nothing listens there: the browser is handed its page.
CALLBACK = "http://127.0.0.1:8149/callback"
PATIENCE = 30  # seconds


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium(whole=True) as opened:
        yield opened


async def test_a_code_by_mail(new_window: NewWindow, vendor: Vendor):
    window = await new_window()
    email, _ = await newcomer(window)
    await vendor.offer("Code")
    await give_email(window, email)
    await titled(window.page, "Enter your code")
    await give_code(window.page, await sent_code(window, email))
    await titled(window.page, "Profile")


async def test_a_link_by_mail_counts_in_the_browser_that_asked(
    new_window: NewWindow, vendor: Vendor
):
    window, stranger = await new_window(), await new_window()
    stranger.allow(MAGIC_LINK, 401)
    email, _ = await newcomer(window)
    await vendor.offer("MagicLink")
    await give_email(window, email, "/account/login")
    await titled(window.page, "Check your email")
    opened = await follow_mail(window, email, "Sign in")
    await stranger.page.goto(opened.url)
    await stranger.page.get_by_role("button", name="Sign in").click()
    await titled(stranger.page, "Open the link in the same browser")
    await opened.get_by_role("button", name="Sign in").click()
    await titled(opened, "Create your organization")


async def test_a_code_by_text_message(new_window: NewWindow, vendor: Vendor):
    window = await new_window()
    email, token = await newcomer(window)
    number = new_number()
    await add_number(window, number, token)
    await vendor.offer("SmsCode")
    await give_email(window, email)
    await titled(window.page, "Enter your code")
    await give_code(window.page, await sent_code(window, number, 2))
    await titled(window.page, "Profile")


async def test_a_password_and_an_authenticator_app(
    new_window: NewWindow, vendor: Vendor, server: Server
):
    window = await new_window()
    email, token = await newcomer(window)
    secret = await add_app(window, vendor, server, email, token)
    await give_password(window.page, email)
    await expect(
        window.page.get_by_text("Enter the code from your authenticator app.")
    ).to_be_visible()
    await give_code(window.page, await app_code(window, secret, 1))
    await titled(window.page, "Profile")


async def test_who_has_to_sets_up_a_key_and_comes_in_with_it(new_window: NewWindow):
    window = await new_window()
    email, token = await newcomer(window)
    await post(window, MFA_POLICY, {"enforceMFAType": "Force"}, token)
    page = window.page
    await plug_in(window)
    await give_password(page, email)
    await titled(page, "Set up MFA")
    await page.get_by_role("button", name="Security key").click()
    await page.get_by_role("button", name="Continue").click()
    await titled(page, "Save your recovery code")
    await expect(page.get_by_test_id("secret")).to_have_text(re.compile(r"\S{8,}"))
    await page.get_by_role("button", name="I have saved").click()
    await titled(page, "Profile")

    await window.context.clear_cookies()
    await give_password(page, email)
    await titled(page, "Confirm it’s you")
    await page.get_by_role("button", name="Confirm").click()
    await titled(page, "Profile")


async def test_a_lost_factor_is_given_up_with_its_recovery_code(new_window: NewWindow):
    window = await new_window()
    email, token = await newcomer(window)
    recovery_code = await add_mail(window, email, token)
    page = window.page
    await give_password(page, email)
    await titled(page, "Confirm it’s you")
    await page.get_by_role("button", name="Lost your device?").click()
    await page.get_by_label("Recovery code").fill(recovery_code)
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("MFA is turned off.")).to_be_visible()
    await page.get_by_label("Password", exact=True).fill(CHOSEN)
    await page.keyboard.press("Enter")
    await titled(page, "Profile")


async def test_what_is_sensitive_asks_for_the_second_factor_once_more(new_window: NewWindow):
    window = await new_window()
    email, token = await newcomer(window)
    await add_mail(window, email, token)
    page = window.page
    await give_password(page, email)
    await titled(page, "Confirm it’s you")
    await give_code(page, await sent_code(window, email, 2))
    await titled(page, "Profile")
    await page.goto("/account/step-up?maxAge=0&redirectUrl=/oauth/portal/privacy")
    await titled(page, "Confirm it’s you")
    await give_code(page, await sent_code(window, email, 3))
    await titled(page, "Privacy and sign-in")


async def test_who_has_no_second_factor_is_told_what_to_do(new_window: NewWindow):
    window = await new_window()
    window.allow("/identity/resources/auth/v1/user/step-up/generate", 400)
    await join(window)
    await window.page.goto("/account/step-up")
    await titled(window.page, "Set up MFA first")


async def test_a_passkey_is_made_when_asked_for_and_signs_in(new_window: NewWindow, vendor: Vendor):
    window, _, key = await new_user_with_passkey(new_window, vendor)
    page = window.page
    assert len(await key.credentials()) == 1

    await window.context.clear_cookies()
    await page.goto(LOGIN)
    await page.get_by_role("button", name="Sign in with a passkey").click()
    await titled(page, "Profile")
    await page.goto("/oauth/portal/privacy")
    await page.get_by_role("button", name="Remove On a device").click()
    await page.get_by_role("button", name="Remove passkey").click()
    await expect(page.get_by_text("Passkey removed")).to_be_visible()
    await key.until(lambda credentials: not credentials)


async def test_the_browser_forgets_a_passkey_that_the_server_does_not_know(
    new_window: NewWindow, vendor: Vendor
):
    window, email, key = await new_user_with_passkey(new_window, vendor)
    page = window.page
    await page.goto("/oauth/portal/profile")
    await page.get_by_label("Name", exact=True).fill("Nina Renamed")
    await page.get_by_role("button", name="Save").click()
    await key.until(lambda credentials: credentials[0]["userDisplayName"] == "Nina Renamed")
    await vendor.database.execute(
        "delete from webauthn_credentials where user_id = (select id from users where email = $1)",
        email,
    )
    await window.context.clear_cookies()
    await page.goto(LOGIN)
    window.allow("/identity/resources/auth/v1/webauthn/postlogin", 400)
    await page.get_by_role("button", name="Sign in with a passkey").click()
    await expect(page.get_by_text("This passkey is not registered here")).to_be_visible()
    await key.until(lambda credentials: not credentials)


async def test_the_browser_offers_the_passkey_in_the_field(new_window: NewWindow, vendor: Vendor):
    window = await new_window()
    email, _ = await newcomer(window)
    await vendor.offer_passkeys()
    page = window.page
    await plug_in(window, "internal")
    await make_passkey(page, email)

    await window.context.clear_cookies()
    # A user would touch it there; the key of this page says yes at once.
    await page.goto(LOGIN)
    await titled(page, "Profile")
    taken = await page.evaluate("localStorage.getItem('preferred-login-method')")
    assert taken == "passkeys"


async def test_the_field_asks_anew_before_the_server_forgets(new_window: NewWindow, vendor: Vendor):
    page = (await new_window()).page
    await vendor.offer_passkeys()
    offers: asyncio.Queue[None] = asyncio.Queue()
    await page.expose_function("offered", lambda: offers.put_nowait(None))
    await page.add_init_script(TELL_OFFERS)
    await page.clock.install()
    await page.goto(LOGIN)
    # The page's clock is its calls' patience too: it is moved when nothing is under way.
    await asyncio.wait_for(offers.get(), PATIENCE)
    await page.clock.run_for("04:00")
    await asyncio.wait_for(offers.get(), PATIENCE)


async def new_user_with_passkey(new_window: NewWindow, vendor: Vendor) -> tuple[Window, str, Key]:
    """The window of a new user, the address, and the device that holds the passkey."""
    window = await new_window()
    email, _ = await newcomer(window)
    await vendor.offer_passkeys()
    await window.page.add_init_script(NO_AUTOFILL)
    key = await plug_in(window, "internal")
    await make_passkey(window.page, email)
    return window, email, key


async def make_passkey(page: Page, email: str) -> None:
    await give_password(page, email)
    await titled(page, "Sign in faster next time")
    await page.get_by_role("button", name="Create a passkey").click()
    await titled(page, "Profile")


async def test_a_user_who_declines_a_passkey_is_not_asked_again(
    new_window: NewWindow, vendor: Vendor
):
    window = await new_window()
    email, _ = await newcomer(window)
    await vendor.offer_passkeys()
    page = window.page
    await give_password(page, email)
    await titled(page, "Sign in faster next time")
    await page.get_by_label("Don’t show this again").check()
    await page.get_by_role("button", name="Not now").click()
    await titled(page, "Profile")
    await window.context.clear_cookies()
    await give_password(page, email)
    await titled(page, "Profile")


async def test_who_has_another_phone_gets_back_in_by_the_mailbox(
    new_window: NewWindow, vendor: Vendor
):
    window = await new_window()
    email, token = await newcomer(window)
    old, new = new_number(), new_number()
    await add_number(window, old, token)
    await vendor.offer("SmsCode")
    page = window.page
    await give_email(window, email)
    await page.get_by_role("link", name="Change your number").click()
    await titled(page, "Change your phone number")
    await page.get_by_role("button", name="Send code").click()
    await give_code(page, await sent_code(window, email))
    await page.get_by_label("Phone number").fill(new)
    await page.keyboard.press("Enter")
    await titled(page, "Enter your code")
    await give_code(page, await sent_code(window, new))
    await titled(page, "Profile")
    await page.goto("/oauth/portal/privacy")
    await expect(page.get_by_text(new)).to_be_visible()
    await expect(page.get_by_text(old)).to_be_hidden()


async def test_an_application_sends_people_here_and_gets_them_back(
    new_window: NewWindow, vendor: Vendor, server: Server
):
    window = await new_window()
    email, _ = await newcomer(window)
    page = window.page
    await page.route(
        f"{CALLBACK}**",
        lambda route: route.fulfill(body="<title>Back</title>", content_type="text/html"),
    )
    verifier = uuid4().hex * 2
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest())
    authorize = await vendor.send_back_to(CALLBACK, {
        "response_type": "code", "scope": "openid email profile", "state": "here", "login_hint": email,
        "code_challenge": challenge.rstrip(b"=").decode(), "code_challenge_method": "S256",
    })  # fmt: skip
    [client_id] = parse_qs(urlsplit(authorize).query)["client_id"]
    await page.goto(authorize)
    await expect(page.get_by_label("Email")).to_have_value(email)
    await page.get_by_label("Password", exact=True).fill(CHOSEN)
    await page.keyboard.press("Enter")
    await expect(page).to_have_title("Back")
    came_back = parse_qs(urlsplit(page.url).query)
    assert came_back["state"] == ["here"]
    async with httpx.AsyncClient(base_url=server.url) as backend:
        answer = await backend.post("/oauth/token", data={
            "grant_type": "authorization_code", "code": came_back["code"][0],
            "redirect_uri": CALLBACK, "code_verifier": verifier, "client_id": client_id,
        })  # fmt: skip
    assert answer.status_code == 200, answer.text
    assert answer.json()["id_token"]
