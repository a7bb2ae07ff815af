"""Second factors on the sign-in page, set up there or before, and the browser that is asked no more."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.api import LOGOUT, post
from tests.e2e.conftest import NewWindow
from tests.e2e.entering import MFA_POLICY, give_code, give_password, newcomer
from tests.e2e.factors import add_mail, add_phone, new_number, plug_in, sent_code
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser

REMEMBERING = {
    "enforceMFAType": "DontForce", "allowRememberMyDevice": True, "mfaDeviceExpiration": 86_400
}  # fmt: skip


async def test_a_text_message(new_window: NewWindow):
    window = await new_window()
    email, token = await newcomer(window)
    number = new_number()
    await add_phone(window, number, token)
    await give_password(window.page, email)
    await expect(window.page.get_by_text("We sent a code to")).to_contain_text(number[-3:])
    await give_code(window.page, await sent_code(window, number, 2))
    await titled(window.page, "Profile")


async def test_a_code_by_mail(new_window: NewWindow):
    window = await new_window()
    email, token = await newcomer(window)
    await add_mail(window, email, token)
    await give_password(window.page, email)
    await titled(window.page, "Confirm it’s you")
    await give_code(window.page, await sent_code(window, email, 2))
    await titled(window.page, "Profile")


async def test_what_is_built_into_the_device(new_window: NewWindow):
    window = await new_window()
    email, token = await newcomer(window)
    await post(window, MFA_POLICY, {"enforceMFAType": "Force"}, token)
    page, key = window.page, await plug_in(window, "internal")
    await give_password(page, email)
    await page.get_by_role("button", name="Fingerprint, face or device PIN").click()
    await page.get_by_role("button", name="Continue").click()
    await titled(page, "Save your recovery code")
    await page.get_by_role("button", name="I have saved").click()
    await titled(page, "Profile")
    assert len(await key.credentials()) == 1

    await window.context.clear_cookies()
    await give_password(page, email)
    await titled(page, "Confirm it’s you")
    await page.get_by_role("button", name="Confirm").click()
    await titled(page, "Profile")


@pytest.mark.parametrize("kind", ["Text message", "Email code"])
async def test_who_has_to_sets_up_a_code_that_is_sent(new_window: NewWindow, kind: str):
    window = await new_window()
    email, token = await newcomer(window)
    await post(window, MFA_POLICY, {"enforceMFAType": "Force"}, token)
    page, to = window.page, email
    await give_password(page, email)
    await page.get_by_role("button", name=kind).click()
    if kind == "Text message":
        to = new_number()
        await page.get_by_label("Phone number").fill(to)
        await page.keyboard.press("Enter")
    await give_code(page, await sent_code(window, to))
    await titled(page, "Save your recovery code")
    await expect(page.get_by_test_id("secret")).to_have_text(re.compile(r"\S{8,}"))
    await page.get_by_role("button", name="I have saved").click()
    await titled(page, "Profile")


async def test_a_remembered_browser_is_asked_no_more_and_another_is(new_window: NewWindow):
    window, elsewhere = await new_window(), await new_window()
    email, token = await newcomer(window)
    await post(window, MFA_POLICY, REMEMBERING, token)
    await add_mail(window, email, token)
    page = window.page
    await give_password(page, email)
    await page.get_by_label("Don’t ask again on this device").check()
    await give_code(page, await sent_code(window, email, 2))
    await titled(page, "Profile")
    await post(window, LOGOUT, {})
    await give_password(page, email)
    await titled(page, "Profile")

    await give_password(elsewhere.page, email)
    await titled(elsewhere.page, "Confirm it’s you")
