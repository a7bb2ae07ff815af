"""The script and its overlay in a real browser, on the address of a real server."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, Route, expect

from gatehouse_simulators.checkout import fixtures
from tests.e2e import browser
from tests.simulators.conftest import CHALLENGED_CARD, DECLINED_CARD, GOOD_CARD, Buyer

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LOADER = ROOT / "web" / "node_modules" / "@paddle" / "paddle-js" / "dist" / "index.esm.js"
BROWSER_FILES = ROOT / "simulators" / "src" / "gatehouse_simulators" / "checkout" / "browser"
PAGE = """<!doctype html><html lang="en"><head><title>Vendor</title>
<style>* { color: red; display: block }</style></head>
<body><button id="buy">Buy</button><div class="inline-frame"></div>
<script src="/sim/checkout/paddle.js{query}"></script></body></html>"""
ITEMS = [{"priceId": fixtures.MONTHLY_PRICE_ID, "quantity": 5}]


@pytest.fixture(scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with browser.chromium() as opened:
        yield opened


@dataclass
class Shop:
    """A vendor's page that uses the script and remembers its events."""

    page: Page
    address: str

    async def visit(self, query: str = "", script_query: str = "") -> None:
        async def answer(route: Route) -> None:
            await route.fulfill(
                body=PAGE.replace("{query}", script_query), content_type="text/html"
            )

        await self.page.route("**/shop*", answer)
        await self.page.goto(f"{self.address}/shop{query}")

    async def initialize(self, **settings: Any) -> None:
        await self.page.evaluate(
            """([token, settings]) => {
              window.events = []
              Paddle.Environment.set('sandbox')
              Paddle.Initialize({token, eventCallback: (event) => events.push(event),
                checkout: {settings}})
            }""",
            [fixtures.CLIENT_TOKEN, settings],
        )

    async def open(self, **options: Any) -> None:
        await self.page.evaluate("(options) => Paddle.Checkout.open(options)", options)

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog", name="Checkout")

    async def fill(self, number: str, email: str | None = None) -> None:
        if email:
            await self.dialog.get_by_label("Email").fill(email)
        await self.dialog.get_by_label("Country").select_option("US")
        await self.dialog.get_by_label("Postal code").fill("10021")
        await self.dialog.get_by_label("Card number").fill(number)
        await self.dialog.get_by_label("Expiry").fill("1290")
        await self.dialog.get_by_label("Security code").fill("123")
        await self.dialog.get_by_label("Name on card").fill("Pat Doe")

    async def pay(self) -> None:
        await self.dialog.get_by_role("button", name="Pay").click()

    async def check_accessibility(self) -> None:
        """No violation inside the checkout, and nothing wider than the screen."""
        found = await self.page.evaluate("axe.run('#paddle-checkout')")
        assert [(each["id"], each["nodes"]) for each in found["violations"]] == []
        assert await self.dialog.evaluate("(frame) => frame.scrollWidth <= frame.clientWidth")

    async def events(self) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = await self.page.evaluate("events")
        return events

    async def names(self) -> list[str]:
        return [event.get("name", event.get("type", "")) for event in await self.events()]

    async def wait_for(self, name: str) -> dict[str, Any]:
        await self.page.wait_for_function(
            "(name) => events.some((event) => event.name === name || event.type === name)",
            arg=name,
        )
        return next(
            event for event in await self.events() if name in (event.get("name"), event.get("type"))
        )


@pytest.fixture
async def shop(chromium: Browser, address: str) -> AsyncIterator[Shop]:
    context = await chromium.new_context(locale="en-US")
    page = await context.new_page()
    page.set_default_timeout(10_000)
    yield Shop(page, address)
    await context.close()


async def test_a_purchase_in_the_overlay_tells_the_page_each_step(shop: Shop, buyer: Buyer):
    await shop.visit()
    await shop.initialize()
    await shop.open(items=ITEMS, customData={"overwrite": "AAAA"})
    await expect(shop.dialog).to_be_visible()
    await shop.fill(GOOD_CARD, buyer.email)
    await shop.pay()
    await expect(shop.dialog.get_by_role("heading", name="Payment complete")).to_be_visible()
    assert "checkout.closed" not in await shop.names()
    await shop.dialog.get_by_role("button", name="Done").click()
    await expect(shop.dialog).to_have_count(0)
    names = [name for name in await shop.names() if name != "checkout.updated"]
    assert names == [
        "checkout.loaded",
        "checkout.customer.created",
        "checkout.payment.selected",
        "checkout.payment.initiated",
        "checkout.completed",
        "checkout.closed",
    ]
    closed = (await shop.events())[-1]["data"]
    assert closed["status"] == "completed"
    assert closed["custom_data"] == {"overwrite": "AAAA"}
    assert closed["totals"]["total"] == 217.75
    assert closed["customer"]["email"] == buyer.email
    assert closed["payment"]["method_details"]["card"]["last4"] == "4242"
    assert closed["settings"] == {"display_mode": "overlay", "theme": "light"}
    assert closed["items"][0]["billing_cycle"] == {"interval": "month", "frequency": 1}


async def test_a_declined_card_is_said_so_and_another_one_may_be_tried(shop: Shop, buyer: Buyer):
    await shop.visit()
    await shop.initialize()
    await shop.open(items=ITEMS, customer={"email": buyer.email})
    await shop.fill(DECLINED_CARD)
    await shop.pay()
    await expect(shop.dialog.get_by_role("alert")).to_contain_text("declined")
    await shop.fill(CHALLENGED_CARD)
    await shop.pay()
    await shop.dialog.get_by_role("button", name="Refuse payment").click()
    await expect(shop.dialog.get_by_role("alert")).to_contain_text("bank declined")
    await shop.pay()
    await shop.dialog.get_by_role("button", name="Approve payment").click()
    await expect(shop.dialog.get_by_role("heading", name="Payment complete")).to_be_visible()
    assert (await shop.names()).count("checkout.payment.failed") == 2


async def test_the_dialog_is_made_for_the_keyboard(shop: Shop, buyer: Buyer):
    await shop.visit()
    await shop.page.locator("#buy").focus()
    await shop.initialize()
    await shop.open(items=ITEMS, customer={"email": buyer.email})
    # The first field that is still empty.
    await expect(shop.dialog.get_by_label("Postal code")).to_be_focused()
    for _ in range(30):
        await shop.page.keyboard.press("Tab")
        assert await shop.page.evaluate("document.activeElement.id") == "paddle-checkout"
    await shop.page.keyboard.press("Escape")
    await expect(shop.dialog).to_have_count(0)
    assert (await shop.wait_for("checkout.closed"))["data"]["status"] == "draft"
    assert await shop.page.evaluate("document.activeElement.id") == "buy"


async def test_a_slow_checkout_shows_that_it_comes_and_may_be_called_off(shop: Shop):
    answers = asyncio.Event()

    async def wait(route: Route) -> None:
        await answers.wait()
        await route.continue_()

    await shop.visit()
    await shop.initialize()
    await shop.page.route("**/browser/overlay.css", wait)
    await shop.open(items=ITEMS)
    await expect(shop.page.get_by_role("status", name="Loading")).to_be_visible()
    await shop.page.evaluate("Paddle.Checkout.close()")
    await expect(shop.page.get_by_role("status", name="Loading")).to_have_count(0)
    answers.set()
    await expect(shop.page.locator("#paddle-checkout")).to_have_count(0)
    assert "checkout.loaded" not in await shop.names()


async def test_what_is_missing_is_said_at_each_field(shop: Shop):
    await shop.visit()
    await shop.initialize()
    await shop.open(items=ITEMS)
    await shop.pay()
    for label, text in [
        ("Email", "Enter an email address"),
        ("Card number", "Enter the whole card number"),
        ("Expiry", "Enter month and year, as 05 / 30"),
        ("Name on card", "Enter the name as on the card"),
    ]:
        control = shop.dialog.get_by_label(label)
        await expect(control).to_have_attribute("aria-invalid", "true")
        await expect(control).to_have_accessible_description(text)
    await expect(shop.dialog.get_by_label("Email")).to_be_focused()


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_every_step_is_accessible(shop: Shop, buyer: Buyer, theme):
    await shop.page.emulate_media(reduced_motion="reduce")
    await shop.page.set_viewport_size({"width": 390, "height": 844})
    await shop.visit()
    await shop.page.add_script_tag(path=AXE)
    await shop.initialize(theme=theme)
    await shop.open(items=ITEMS)
    await shop.dialog.get_by_role("button", name="Add discount code").click()
    await shop.pay()
    await shop.check_accessibility()
    await shop.fill(DECLINED_CARD, buyer.email)
    await shop.pay()
    await expect(shop.dialog.get_by_role("alert")).to_be_visible()
    await shop.check_accessibility()
    await shop.fill(CHALLENGED_CARD)
    await shop.pay()
    await expect(shop.dialog.get_by_role("button", name="Approve payment")).to_be_visible()
    await shop.check_accessibility()
    await shop.dialog.get_by_role("button", name="Approve payment").click()
    await expect(shop.dialog.get_by_role("button", name="Done")).to_be_visible()
    await shop.check_accessibility()


async def test_seats_and_discount_change_the_total(shop: Shop):
    await shop.visit()
    await shop.initialize()
    await shop.open(items=ITEMS)
    await shop.dialog.get_by_role("button", name="Add a seat").click()
    await expect(shop.dialog.get_by_text("6 seats")).to_be_visible()
    await shop.dialog.get_by_role("button", name="Add discount code").click()
    await shop.dialog.get_by_label("Discount code").fill("nope")
    await shop.dialog.get_by_role("button", name="Apply").click()
    await expect(shop.dialog.get_by_text("There is no such code")).to_be_visible()
    await shop.dialog.get_by_label("Discount code").fill(fixtures.PERCENT_DISCOUNT_CODE)
    await shop.dialog.get_by_role("button", name="Apply").click()
    await expect(shop.dialog.get_by_role("button", name="Pay $192.00")).to_be_visible()
    await shop.dialog.get_by_role("button", name="Remove discount").click()
    await expect(shop.dialog.get_by_role("button", name="Pay $240.00")).to_be_visible()
    assert {"checkout.items.updated", "checkout.discount.applied", "checkout.discount.removed"} <= (
        set(await shop.names())
    )


async def test_a_transaction_of_the_address_opens_once(shop: Shop, buyer: Buyer):
    opened = await buyer.open()
    transaction_id = opened["transaction_id"]
    await shop.visit(f"?_ptxn={transaction_id}")
    await shop.initialize(allowLogout=False)
    await shop.open(transactionId=transaction_id, settings={"theme": "dark"})
    await expect(shop.dialog).to_have_count(1)
    await expect(shop.dialog.get_by_text(buyer.email)).to_be_visible()
    await expect(shop.dialog.get_by_role("button", name="Change email")).to_have_count(0)
    await shop.wait_for("checkout.loaded")
    await shop.page.wait_for_load_state("networkidle")
    assert (await shop.names()).count("checkout.loaded") == 1
    assert await shop.page.locator("#paddle-checkout").count() == 1


async def test_wrong_options_open_nothing_and_wrong_prefill_is_a_warning(shop: Shop, buyer: Buyer):
    await shop.visit()
    await shop.initialize()
    await shop.open(items=ITEMS, transactionId="txn_00000000000000000000000000")
    assert (await shop.wait_for("checkout.error"))["type"] == "front-end_error"
    await shop.page.evaluate("events.length = 0")
    await shop.open(transactionId="txn_00000000000000000000000000")
    error = await shop.wait_for("checkout.error")
    assert (error["code"], error["detail"]) == (
        "not_found",
        "Entity txn_00000000000000000000000000 not found",
    )
    await expect(shop.dialog).to_have_count(0)
    await shop.open(items=ITEMS, customer={"email": "nobody"})
    warning = await shop.wait_for("checkout.warning")
    assert warning["errors"] == [{"field": "customer.email", "message": "is not an email address"}]
    await expect(shop.dialog).to_be_visible()


async def test_initialize_happens_once_and_only_with_a_token_of_the_environment(shop: Shop):
    await shop.visit()
    warnings: list[str] = []
    shop.page.on("console", lambda message: warnings.append(message.text))
    await shop.page.evaluate(
        "(token) => { window.events = []; Paddle.Initialize({token,"
        " eventCallback: (event) => events.push(event)}) }",
        fixtures.CLIENT_TOKEN,
    )
    assert await shop.page.evaluate("Paddle.Initialized") is False
    assert (await shop.names()) == ["checkout.error"]
    await shop.initialize()
    assert await shop.page.evaluate("Paddle.Initialized") is True
    await shop.initialize()
    assert any("already called" in text for text in warnings)
    assert await shop.page.evaluate("window.Paddle === window.PaddleBillingV1") is True


async def test_a_price_preview_is_camel_case_in_minor_units(shop: Shop):
    await shop.visit()
    await shop.initialize()
    preview = await shop.page.evaluate(
        "(items) => Paddle.PricePreview({items, address: {countryCode: 'US', postalCode: '10021'}})",
        ITEMS,
    )
    line = preview["data"]["details"]["lineItems"][0]
    assert (line["totals"]["total"], line["formattedTotals"]["total"]) == ("21775", "$217.75")
    assert line["price"]["billingCycle"] == {"interval": "month", "frequency": 1}
    assert preview["meta"]["requestId"]


async def test_the_checkout_can_lie_inside_the_page(shop: Shop):
    await shop.visit()
    await shop.initialize(displayMode="inline", frameTarget="inline-frame")
    await shop.open(items=ITEMS)
    frame = shop.page.locator(".inline-frame")
    await expect(frame.get_by_role("button", name="Pay $200.00")).to_be_visible()
    await expect(shop.dialog).to_have_count(0)
    loaded = await shop.wait_for("checkout.loaded")
    assert loaded["data"]["settings"]["display_mode"] == "inline"


async def test_the_official_loader_starts_it_from_the_provider_s_own_address(
    shop: Shop, buyer: Buyer
):
    """`@paddle/paddle-js` asks one address only; here the simulator's script answers there."""
    script = (BROWSER_FILES / "paddle.js").read_text()

    async def answer(route: Route) -> None:
        await route.fulfill(body=script, content_type="text/javascript")

    async def loader(route: Route) -> None:
        await route.fulfill(path=LOADER, content_type="text/javascript")

    async def page(route: Route) -> None:
        await route.fulfill(body="<!doctype html><title>x</title>", content_type="text/html")

    await shop.page.route("https://cdn.paddle.com/paddle/v2/paddle.js*", answer)
    await shop.page.route("**/loader.js", loader)
    await shop.page.route("**/empty", page)
    await shop.page.goto(f"{shop.address}/empty")
    await shop.page.evaluate(
        """async ([token, items, email]) => {
          window.events = []
          const { initializePaddle } = await import('/loader.js')
          const paddle = await initializePaddle({token, environment: 'sandbox',
            eventCallback: (event) => events.push(event)})
          const address = {countryCode: 'DE', postalCode: '10115'}
          paddle.Checkout.open({items, customer: {email, address}})
        }""",
        [fixtures.CLIENT_TOKEN, ITEMS, buyer.email],
    )
    loaded = (await shop.wait_for("checkout.loaded"))["data"]
    assert loaded["customer"]["address"]["country_code"] == "DE"
    assert loaded["totals"]["tax"] == 38.0
    await shop.page.evaluate(
        """() => Paddle.Checkout.updateCheckout(
          {customer: {address: {countryCode: 'FR', postalCode: '75001'}}})"""
    )
    updated = (await shop.wait_for("checkout.customer.updated"))["data"]
    assert (updated["customer"]["email"], updated["totals"]["tax"]) == (buyer.email, 40.0)


async def test_before_the_buyer_is_known_the_events_say_so(shop: Shop):
    await shop.visit()
    await shop.initialize()
    await shop.open(items=ITEMS)
    customer = (await shop.wait_for("checkout.loaded"))["data"]["customer"]
    assert customer == {"id": None, "email": None, "address": None, "business": None}


@pytest.mark.parametrize("query", ["?fail=load", "?fail=global"])
async def test_the_script_can_fail(shop: Shop, query):
    await shop.visit(script_query=query)
    assert await shop.page.evaluate("typeof window.Paddle") == "undefined"
