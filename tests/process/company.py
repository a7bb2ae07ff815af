"""A company that signs up and buys over HTTP, from outside the process."""

import time
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx

from gatehouse_simulators.checkout import fixtures

PASSWORD = "Correct-horse-battery-9"
CARD = {
    "number": "4242424242424242",
    "expiry_month": 12,
    "expiry_year": 2040,
    "security_code": "123",
    "name": "Pat Doe",
}
SECONDS = 30
Found = TypeVar("Found")


def until(look: Callable[[], Found | None], what: str) -> Found:
    """Looks again until there is something."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not happen")


class Company:
    """Signed up and active; `sign_in` again after the server was started again."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=20)
        self.email = f"{uuid4().hex[:12]}@example.test"

    def call(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.http.request(method, path, json=body).raise_for_status()
        return answer.json() if answer.content else None

    def sign_up(self) -> None:
        self.call("POST", "/identity/resources/users/v1/signUp", {
            "email": self.email, "name": "Pat Doe", "companyName": "Crash & Sons"})  # fmt: skip
        mail = until(lambda: self.call("GET", f"/dev/outbox.json?to={self.email}"), "the mail")
        query = parse_qs(urlsplit(mail[0]["links"][0]).query)
        link = {"userId": query["userId"][0], "token": query["token"][0]}
        self.call("POST", "/identity/resources/users/v1/activate", link | {"password": PASSWORD})

    def sign_in(self) -> None:
        self.http.headers.pop("authorization", None)
        credentials = {"email": self.email, "password": PASSWORD}
        answer = self.call("POST", "/identity/resources/auth/v1/user", credentials)
        self.http.headers["authorization"] = f"Bearer {answer['accessToken']}"

    def licenses(self) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = self.call("GET", "/api/v1/licenses")
        return listed

    def buy(self, fingerprint: str, seats: int) -> None:
        """As the overlay does; returns when the provider has the money and its events wait."""
        config = self.call("GET", "/api/v1/paddle/checkout-config")
        with httpx.Client(
            base_url=f"{self.http.base_url}{fixtures.MOUNT_PATH}/client",
            headers={"authorization": f"Bearer {fixtures.CLIENT_TOKEN}"},
        ) as provider:
            opened = provider.post("/checkouts", json={
                "items": [{"price_id": fixtures.MONTHLY_PRICE_ID, "quantity": seats}],
                "customer": {"id": config["customerId"]},
                "address": {"country_code": "US", "postal_code": "10001"},
                "custom_data": {"overwrite": fingerprint},
            })  # fmt: skip
            checkout = opened.raise_for_status().json()["data"]["checkout"]
            paid = provider.post(f"/checkouts/{checkout['id']}/pay", json={"card": CARD})
            assert paid.raise_for_status().json()["data"]["outcome"] == "completed"
