"""The script and its forms in a real browser, on the address of a real server."""

import asyncio
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.async_api import Browser, Locator, Page, Route, expect

from gatehouse_simulators.cards import fixtures
from tests.conftest import CARD_PROVIDER
from tests.e2e import browser
from tests.simulators.cards.conftest import (
    ASKED_ALWAYS,
    ASKED_ON_SETUP,
    DECLINED_CARD,
    EXPIRED_CARD,
    GOOD_CARD,
    POOR_CARD,
)

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[3]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGE = """<!doctype html><html lang="en"><head><title>Vendor</title>
<meta name="viewport" content="width=device-width">
<style>* {{ color: red; letter-spacing: 4px }}</style></head>
<body style="background: {background}"><div id="card"></div><button id="save">Save</button>
<script src="{script}"></script></body></html>"""


@pytest.fixture(scope="session")
async def address(asgi) -> AsyncIterator[str]:
    config = uvicorn.Config(asgi, lifespan="off", log_level="warning", ws="none")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        task = asyncio.create_task(server._serve([listening]))
        yield f"http://localhost:{listening.getsockname()[1]}"
        server.should_exit = True
        await task


@pytest.fixture(scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with browser.chromium() as opened:
        yield opened


@dataclass
class Shop:
    """A vendor's page with the form, which remembers its events."""

    page: Page
    address: str

    async def visit(self, script: str = fixtures.SCRIPT_PATH, background: str = "white") -> None:
        async def answer(route: Route) -> None:
            body = PAGE.format(script=script, background=background)
            await route.fulfill(body=body, content_type="text/html")

        await self.page.route("**/shop", answer)
        await self.page.goto(f"{self.address}/shop")

    async def mount(self, secret: str, kind: str = "payment", **settings: Any) -> None:
        await self.page.evaluate(
            """([key, secret, kind, settings]) => new Promise((ready, fail) => {
              window.events = []
              window.stripe = Stripe(key)
              window.elements = stripe.elements({clientSecret: secret, ...settings})
              const element = elements.create(kind)
              element.on('change', (event) => events.push(event))
              element.on('ready', ready)
              element.on('loaderror', ({error}) => fail(new Error(error.message)))
              element.mount('#card')
            })""",
            [CARD_PROVIDER.publishable_key, secret, kind, settings],
        )

    async def fill(self, number: str = GOOD_CARD) -> None:
        await self.page.get_by_label("Card number").fill(number)
        await self.page.get_by_label("Expiry").fill("1290")
        await self.page.get_by_label("Security code").fill("123")

    async def confirm(self) -> None:
        """Begins; `answer` has what came of it."""
        await self.page.evaluate(
            """() => {
              window.result = stripe.confirmSetup({elements, redirect: 'if_required',
                confirmParams: {return_url: location.href}})
            }"""
        )

    async def answer(self) -> dict[str, Any]:
        found: dict[str, Any] = await self.page.evaluate("window.result")
        return found

    @property
    def bank(self) -> Locator:
        return self.page.get_by_role("dialog", name="Confirm with your bank")

    async def check_accessibility(self, inside: str) -> None:
        await self.page.add_script_tag(path=AXE)
        found = await self.page.evaluate("(inside) => axe.run(inside)", inside)
        assert [(each["id"], each["nodes"]) for each in found["violations"]] == []


@pytest.fixture
async def shop(chromium, address) -> AsyncIterator[Shop]:
    page = await chromium.new_page(viewport={"width": 390, "height": 700})
    yield Shop(page, address)
    await page.close()


@pytest.fixture
async def intent(provider, account) -> Any:
    return await provider(lambda stripe: stripe.v1.setup_intents.create({"customer": account.id}))


@pytest.mark.parametrize("theme", ["stripe", "night"])
async def test_a_card_is_entered_and_saved(shop, intent, provider, theme):
    await shop.visit(background="white" if theme == "stripe" else "#1c1f26")
    await shop.mount(intent.client_secret, appearance={"theme": theme})
    await shop.check_accessibility("#card")
    await shop.fill()
    assert await shop.page.get_by_label("Card number").input_value() == GOOD_CARD
    last = (await shop.page.evaluate("events")).pop()
    assert (last["elementType"], last["complete"], last["empty"]) == ("payment", True, False)
    await shop.confirm()
    saved = (await shop.answer())["setupIntent"]
    assert saved["status"] == "succeeded"
    method = await provider(
        lambda stripe: stripe.v1.payment_methods.retrieve(saved["payment_method"])
    )
    assert (method.card.last4, method.card.exp_month, method.card.exp_year) == ("4242", 12, 2090)


@pytest.mark.parametrize(
    ("number", "code", "decline_code"),
    [
        (DECLINED_CARD, "card_declined", "generic_decline"),
        (POOR_CARD, "card_declined", "insufficient_funds"),
        (EXPIRED_CARD, "expired_card", None),
    ],
)
async def test_a_card_is_declined_and_another_is_taken(shop, intent, number, code, decline_code):
    await shop.visit()
    await shop.mount(intent.client_secret)
    await shop.fill(number)
    await shop.confirm()
    error = (await shop.answer())["error"]
    assert (error["type"], error["code"]) == ("card_error", code)
    assert error.get("decline_code") == decline_code
    assert error["message"].startswith("Your card")
    await shop.fill()
    await shop.confirm()
    assert (await shop.answer())["setupIntent"]["status"] == "succeeded"


async def test_the_bank_asks_and_the_owner_approves(shop, intent):
    await shop.visit()
    await shop.mount(intent.client_secret)
    await shop.fill(ASKED_ON_SETUP)
    await shop.page.get_by_label("Security code").focus()
    await shop.confirm()
    await expect(shop.bank).to_be_visible()
    await shop.check_accessibility("#stripe-challenge")
    for name in ("Approve", "Refuse", "Approve"):  # Tab goes round
        await shop.page.keyboard.press("Tab")
        await expect(shop.bank.get_by_role("button", name=name)).to_be_focused()
    await shop.page.keyboard.press("Enter")
    assert (await shop.answer())["setupIntent"]["status"] == "succeeded"
    await expect(shop.bank).to_have_count(0)


@pytest.mark.parametrize("how", ["button", "escape"])
async def test_the_bank_asks_and_the_owner_refuses(shop, intent, provider, how):
    await shop.visit()
    await shop.mount(intent.client_secret)
    await shop.fill(ASKED_ON_SETUP)
    await shop.confirm()
    await expect(shop.bank).to_be_visible()
    if how == "escape":
        await shop.page.keyboard.press("Escape")
    else:
        await shop.bank.get_by_role("button", name="Refuse").click()
    error = (await shop.answer())["error"]
    assert error["code"] == "setup_intent_authentication_failure"
    await expect(shop.bank).to_have_count(0)
    after = await provider(lambda stripe: stripe.v1.setup_intents.retrieve(intent.id))
    assert after.status == "requires_payment_method"


async def test_what_is_missing_is_said_at_its_field(shop, intent):
    await shop.visit()
    await shop.mount(intent.client_secret)
    await shop.confirm()
    error = (await shop.answer())["error"]
    assert (error["type"], error["code"]) == ("validation_error", "incomplete_number")
    number = shop.page.get_by_label("Card number")
    await expect(number).to_be_focused()
    await expect(number).to_have_accessible_description("Your card number is incomplete.")
    await shop.check_accessibility("#card")
    await shop.fill("4242 4242 4242 4241")
    await shop.confirm()
    assert (await shop.answer())["error"]["code"] == "invalid_number"


async def test_a_card_element_and_its_own_call(shop, intent):
    await shop.visit()
    await shop.mount(intent.client_secret, "card", locale="de")
    await shop.page.get_by_label("Kartennummer").fill(GOOD_CARD)
    await shop.page.get_by_label("Gültig bis").fill("1290")
    await shop.page.get_by_label("Prüfnummer").fill("123")
    answer = await shop.page.evaluate(
        """(secret) => stripe.confirmCardSetup(secret, {payment_method: {
          card: elements.getElement('card'), billing_details: {name: 'Ada'}}})""",
        intent.client_secret,
    )
    assert answer["setupIntent"]["status"] == "succeeded"
    last = (await shop.page.evaluate("events")).pop()
    assert (last["brand"], last["complete"]) == ("visa", True)


@pytest.mark.parametrize("approves", [True, False])
async def test_a_payment_that_the_bank_asks_for(shop, account, approves):
    await account.save_card(ASKED_ALWAYS)
    begun = await account.subscribe(expand=["latest_invoice.confirmation_secret"])
    assert begun.status == "incomplete"
    await shop.visit()
    await shop.page.evaluate(
        """([key, secret]) => { window.result = Stripe(key).confirmCardPayment(secret) }""",
        [CARD_PROVIDER.publishable_key, begun.latest_invoice.confirmation_secret.client_secret],
    )
    await expect(shop.bank).to_contain_text("whether this payment is yours")
    await shop.bank.get_by_role("button", name="Approve" if approves else "Refuse").click()
    answer = await shop.answer()
    if approves:
        assert answer["paymentIntent"]["status"] == "succeeded"
    else:
        assert answer["error"]["code"] == "payment_intent_authentication_failure"
    after = await account.subscription(begun.id)
    assert after.status == ("active" if approves else "incomplete")


async def test_a_form_leaves_the_page_and_can_be_made_anew(shop, intent):
    await shop.visit()
    await shop.mount(intent.client_secret)
    await shop.page.evaluate("elements.getElement('payment').unmount()")
    await expect(shop.page.get_by_label("Card number")).to_have_count(0)
    await shop.page.evaluate("elements.getElement('payment').mount('#card')")
    await expect(shop.page.get_by_label("Card number")).to_be_visible()
    gone = await shop.page.evaluate(
        "() => { elements.getElement('payment').destroy(); return elements.getElement('payment') }"
    )
    assert gone is None
    await shop.mount(intent.client_secret)
    await expect(shop.page.get_by_label("Card number")).to_have_count(1)


async def test_a_wrong_secret_or_key_is_told(shop, intent):
    await shop.visit()
    with pytest.raises(Exception, match="No such setupintent"):
        await shop.mount(f"{intent.id}_secret_wrong")
    for key in ("", "sk_test_1"):
        with pytest.raises(Exception, match="publishable key"):
            await shop.page.evaluate("(key) => void Stripe(key)", key)


@pytest.mark.parametrize("fail", ["load", "global"])
async def test_the_script_fails_when_asked(shop, control, fail):
    await control(switch="script.fail", value=fail)
    await shop.visit()
    assert await shop.page.evaluate("typeof window.Stripe") == "undefined"
    await shop.visit()
    assert await shop.page.evaluate("typeof window.Stripe") == "function"
