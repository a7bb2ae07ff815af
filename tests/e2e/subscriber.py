"""A company of one whose administrator buys and changes a subscription in the browser."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Locator, Page, expect

from gatehouse_simulators.checkout import fixtures
from gatehouse_simulators.checkout.secrets import CheckoutAccountSecrets
from tests.e2e.api import CHOSEN, join, post, sign_in
from tests.e2e.browser import PATIENCE_MS, Window
from tests.e2e.conftest import NewWindow
from tests.e2e.tour import pay, titled

PAYS, OTHER = "4242 4242 4242 4242", "4000 0566 5566 5556"
DECLINED, ASKS, FAILS_LATER = "4000 0000 0000 0002", "4000 0038 0000 0446", "4000 0027 6000 3184"


@dataclass
class Subscriber:
    window: Window
    email: str
    token: str
    provider_key: str

    @property
    def page(self) -> Page:
        return self.window.page

    @property
    def card(self) -> Locator:
        """Their only license."""
        return self.page.get_by_role("article")

    @property
    def checkout(self) -> Locator:
        return self.page.get_by_role("dialog", name="Checkout")

    async def read(self, path: str) -> Any:
        headers = {"authorization": f"Bearer {self.token}"}
        answer = await self.window.context.request.get(f"/api/v1/{path}", headers=headers)
        await expect(answer).to_be_ok()
        return await answer.json()

    async def license(self) -> dict[str, Any]:
        [only] = await self.read("licenses")
        found: dict[str, Any] = only
        return found

    async def at_provider(self, method: str, path: str, **sent: Any) -> Any:
        """A call as the vendor's server makes it, about their customer there."""
        answer = await self.window.context.request.fetch(
            f"{fixtures.API_PATH}{path}", method=method, data=sent or None,
            headers={"authorization": f"Bearer {self.provider_key}"},
        )  # fmt: skip
        await expect(answer).to_be_ok()
        return (await answer.json())["data"]

    async def customer_id(self) -> str:
        config = await self.read("paddle/checkout-config")
        found: str = config["customerId"]
        return found

    async def charges(self) -> list[int]:
        """What the provider took from the card, oldest first; bills that cost nothing are left out."""
        wanted = f"customer_id={await self.customer_id()}&status=completed&order_by=id[ASC]"
        paid = await self.at_provider("GET", f"/transactions?{wanted}")
        totals = [int(one["details"]["totals"]["grand_total"]) for one in paid]
        return [total for total in totals if total]

    async def claim(self, subject: str) -> None:
        """A seat, as their tool takes it."""
        key = {"authorization": f"License {(await self.license())['key']}"}
        claimed = await self.window.context.request.post(
            "/api/v1/license/seats", data={"kind": "user", "subject": subject}, headers=key
        )
        await expect(claimed).to_be_ok()

    async def at_billing(self) -> None:
        await self.page.goto("/billing")
        await titled(self.page, "Billing")

    async def edit(self) -> None:
        await self.page.goto(f"/billing/edit/{(await self.license())['fingerprint']}")

    async def buy(self, seats: int, number: str = PAYS) -> None:
        """From the page where seats are bought to the card of the license."""
        await self.edit()
        await self.page.get_by_label("Seats", exact=True).fill(str(seats))
        await expect(
            self.page.get_by_role("heading", name=re.compile(f"^{seats} seats?$"))
        ).to_be_visible()
        await self.page.get_by_role("button", name="Go to checkout").click()
        await expect(self.checkout).to_be_visible()
        await pay(self.page, number)
        await self.see_paid(seats)

    async def see_paid(self, seats: int) -> None:
        await expect(self.page.get_by_role("heading", name="Payment complete")).to_be_visible()
        await self.page.get_by_role("button", name="Done").click()
        await self.has(f"of {seats} in use", "Paid")

    async def has(self, *words: str) -> None:
        """What the card of the license says."""
        for one in words:
            await expect(self.card.get_by_text(one).first).to_be_visible()

    async def choose_seats(self, seats: int) -> None:
        await self.edit()
        await titled(self.page, "Change seats")
        await self.page.get_by_label("Seats", exact=True).fill(str(seats))

    async def confirm(self, seats: int) -> None:
        name = re.compile(f"^Change to {seats} seats?$")
        await self.page.get_by_role("button", name=name).click()
        await expect(self.page).to_have_url(re.compile("/billing$"))
        await self.has(f"of {seats} in use")

    async def choose(self, action: str) -> None:
        """Of what is behind the dots."""
        await self.card.get_by_role("button", name=re.compile("^More actions for")).click()
        await self.page.get_by_role("menuitem", name=action).click()

    async def other_window(self, new_window: NewWindow) -> "Subscriber":
        """The same administrator elsewhere."""
        window = await new_window()
        token = await sign_in(window, self.email, CHOSEN)
        return Subscriber(window, self.email, token, self.provider_key)

    async def sign_in_again(self) -> None:
        self.token = await sign_in(self.window, self.email, CHOSEN)


NewSubscriber = Callable[..., Awaitable[Subscriber]]


async def new_subscriber(
    window: Window, provider_key: str, seats: int = 0, number: str = PAYS
) -> Subscriber:
    """With a trial, or with so many seats that were paid with this card."""
    email, token = await join(window)
    await post(window, "/api/v1/organization", {"name": "Newcomers"}, token)
    made = Subscriber(window, email, token, provider_key)
    if seats:
        await made.buy(seats, number)
    return made


def key_of_provider(data_dir: Path) -> str:
    """That of the simulator which a server with this folder has inside."""
    return CheckoutAccountSecrets.derive_from((data_dir / "secret.key").read_text().strip()).api_key


async def begun_elsewhere(url: str, customer_id: str, seats: int, fingerprint: str) -> str:
    """A checkout that was begun outside the portal; its transaction, as a payment link names it."""
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_MS / 1000) as provider:
        opened = await provider.post(
            f"{fixtures.MOUNT_PATH}/client/checkouts",
            headers={"authorization": f"Bearer {fixtures.CLIENT_TOKEN}"},
            json={
                "items": [{"price_id": fixtures.MONTHLY_PRICE_ID, "quantity": seats}],
                "customer": {"id": customer_id},
                "address": {"country_code": "US", "postal_code": "10001"},
                "custom_data": {"overwrite": fingerprint},
            },
        )
    transaction: str = opened.raise_for_status().json()["data"]["checkout"]["transaction_id"]
    return transaction
