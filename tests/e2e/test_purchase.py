"""A new company, from the first click to a paid license."""

import re
from uuid import uuid4

import pytest
from playwright.async_api import Page, expect

from tests.e2e.api import CHOSEN, signed_in
from tests.e2e.browser import DESKTOP, PHONE
from tests.e2e.conftest import NewWindow
from tests.e2e.outbox import follow_mail
from tests.e2e.tour import pay
from tests.process.server import Server

pytestmark = pytest.mark.browser

DECLINED, PAYS = "4000 0000 0000 0002", "4242 4242 4242 4242"


@pytest.mark.parametrize(("size", "seats"), [(DESKTOP, 5), (PHONE, 8)], ids=["desktop", "phone"])
async def test_from_sign_up_to_a_paid_license(new_window: NewWindow, server: Server, size, seats):
    window = await new_window(size=size)
    email = f"{uuid4().hex[:10]}@example.test"
    await sign_up(window.page, email)
    page = await follow_mail(window, email, "Activate your")
    await activate(page)
    await start_trial(page, email)
    async with signed_in(server.url, email, CHOSEN) as api:
        [trial] = (await api.get("/api/v1/licenses")).json()
        await choose_seats(page, seats)
        await pay(page, DECLINED)
        await expect(page.get_by_role("alert")).to_contain_text("Your card was declined")
        assert (await api.get("/api/v1/licenses")).json() == [trial]
        await pay(page, PAYS)
        await see_paid_license(page, trial["fingerprint"], seats)
        [paid] = (await api.get("/api/v1/licenses")).json()
    assert {name: paid[name] for name in ("id", "key", "fingerprint", "isTrial", "maxSeats")} == {
        "id": trial["id"],
        "key": trial["key"],
        "fingerprint": trial["fingerprint"],
        "isTrial": False,
        "maxSeats": seats,
    }


async def sign_up(page: Page, email: str) -> None:
    await page.goto("/")
    await expect(page).to_have_url(re.compile("/account/login"))
    await page.get_by_role("link", name="Create an account").click()
    await expect(page.get_by_role("heading", name="Create your Gatehouse account")).to_be_visible()
    await page.get_by_label("Work email").fill(email)
    await page.get_by_label("Full name").fill("Nora Newcomer")
    await page.get_by_label("Company").fill("Newcomers")
    await page.get_by_role("button", name="Create account").click()
    await expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    await expect(page.get_by_text(email)).to_be_visible()


async def activate(page: Page) -> None:
    """Signs in at once, and on to where they wanted to go."""
    await page.get_by_label("Password", exact=True).fill(CHOSEN)
    await page.get_by_role("button", name="Activate account").click()


async def start_trial(page: Page, email: str) -> None:
    await expect(page.get_by_role("heading", name="Create your organization")).to_be_visible()
    await expect(page.get_by_label("Organization name")).to_have_value("Newcomers")
    await expect(page.get_by_label("Billing email")).to_have_value(email)
    await page.get_by_role("button", name="Start trial").click()
    await expect(page.get_by_role("heading", name="General")).to_be_visible()
    await expect(page.get_by_text(re.compile(r"Your trial ends in 1[34] days"))).to_be_visible()


async def choose_seats(page: Page, seats: int) -> None:
    await open_billing(page)
    await expect(page.get_by_text(re.compile(r"1[34] days left"))).to_be_visible()
    await page.get_by_role("link", name="Buy seats").click()
    await expect(page.get_by_role("heading", name="Buy seats")).to_be_visible()
    await page.get_by_label("Seats", exact=True).fill(str(seats))
    summary = page.get_by_role("heading", name=f"{seats} seats", exact=True)
    await expect(summary).to_be_visible()
    await page.get_by_role("button", name="Go to checkout").click()
    await expect(page.get_by_role("dialog", name="Checkout")).to_be_visible()


async def open_billing(page: Page) -> None:
    """Small screens keep the navigation behind a button."""
    opener = page.get_by_role("button", name="Open navigation")
    if await opener.is_visible():
        await opener.click()
    await page.get_by_role("navigation").get_by_role("link", name="Billing").click()
    await expect(page.get_by_role("heading", name="Billing", level=1)).to_be_visible()


async def see_paid_license(page: Page, fingerprint: str, seats: int) -> None:
    await expect(page.get_by_role("heading", name="Payment complete")).to_be_visible()
    await page.get_by_role("button", name="Done").click()
    await expect(
        page.get_by_text("Your license subscription will be updated shortly")
    ).to_be_visible()
    # What closes the toast takes its time also for people who asked for less motion, as these do.
    await expect(page.locator(".Toastify__progress-bar")).to_have_css("animation-duration", "5s")
    await expect(page).to_have_url(re.compile("/billing$"))
    paid = page.get_by_role("article")
    await expect(paid).to_have_count(1)
    await expect(paid.get_by_text("Paid", exact=True)).to_be_visible()
    await expect(paid.get_by_text(f"0 of {seats} in use")).to_be_visible()
    await expect(paid.get_by_text("Next payment")).to_be_visible()
    await expect(paid.get_by_text(fingerprint)).to_be_visible()
    await expect(paid.get_by_text("days left")).to_have_count(0)
    await expect(paid.get_by_role("link", name="Buy seats")).to_have_count(0)
