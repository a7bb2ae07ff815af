"""Whatever is sent, the answer is the provider's own refusal and never an error of the server."""

import asyncio
import json
from typing import Any

import httpx
import pytest

from gatehouse_simulators.checkout import fixtures
from tests.conftest import PROVIDER
from tests.simulators.conftest import Buyer

KEY = {"authorization": f"Bearer {PROVIDER.api_key}"}
TOKEN = {"authorization": f"Bearer {fixtures.CLIENT_TOKEN}"}
API, BROWSER = "/sim/checkout/api", "/sim/checkout/client"
ITEMS = [{"price_id": fixtures.MONTHLY_PRICE_ID, "quantity": 1}]
UNKNOWN = "00000000000000000000000000"

LISTS = (
    "customers", "prices", "products", "discounts", "transactions", "subscriptions", "events",
    "notifications", "notification-settings", "client-tokens", "adjustments",
)  # fmt: skip
QUERIES = (
    "id=a%00,b", "status=%00", "email=%00&search=%00", "after=%00", "per_page=99999999999999999999",
    "customer_id=%C4%B0", "price_id=%00", "scheduled_change_action=%00", "code=%00", "include=%00",
    "event_type=%00", "created_at[GTE]=0001-01-01T00:00:00%2B14:00", "order_by=%00",
    "created_at[LT]=9999-12-31T23:59:59-14:00", "billed_at[GTE]=2026-W01-1",
)  # fmt: skip

ODD_TEXTS: tuple[Any, ...] = ("", "a\x00b", "\ud800", "x" * 5000, 5, [], {}, True, 10**30)
ODD_DATA: tuple[Any, ...] = (
    {"a\x00": 1}, {"a": "\x00"}, {"a": "\ud800"}, {"\ud800": 1}, {"n": 10**400}, ["x"], "x", 7,
)  # fmt: skip
ODD_ITEMS: tuple[Any, ...] = (
    [], None, {}, "x", [None], [{}],
    [{"price_id": "pri_\x00"}], [{"price_id": f"pri_{UNKNOWN}"}],
    *([ITEMS[0] | {"quantity": odd}] for odd in (0, -1, 10**9, 10**30, 1.5, "many", None)),
)  # fmt: skip
ODD_TIMES: tuple[Any, ...] = (
    "9999-12-31T23:59:59-14:00",
    "0001-01-01T00:00:00+14:00",
    "soon",
    -1,
    10**30,
)
ODD_PLACES: tuple[Any, ...] = (
    {"country_code": "XX", "postal_code": "\x00"}, {"country_code": "\x00"}, {"id": "\x00"}, {}, 5,
)  # fmt: skip
ODD_BODIES = (b"", b"{", b"null", b"[]", b"3", b"\xff", b"[" * 50_000, b'{"items": NaN}')


def answered(answer: httpx.Response) -> bool:
    """In the provider's envelope, with a refusal of its own when it is one."""
    if answer.status_code >= 500:
        return False
    content = answer.json()
    return "data" in content or {"type", "code", "detail"} <= set(content["error"])


async def send(client: httpx.AsyncClient, method: str, path: str, bodies: list[Any]) -> None:
    """Each of these bodies, some at a time; none of them breaks anything."""
    headers = {**(TOKEN if path.startswith(BROWSER) else KEY), "content-type": "application/json"}

    async def one(body: Any) -> tuple[Any, int, str] | None:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = await client.request(method, path, content=raw, headers=headers)
        return None if answered(answer) else (body, answer.status_code, answer.text[:200])

    broken = [found for found in await asyncio.gather(*map(one, bodies)) if found]
    assert broken == []


@pytest.mark.parametrize("name", LISTS)
async def test_lists(client: httpx.AsyncClient, name):
    for query in QUERIES:
        answer = await client.get(f"{API}/{name}?{query}", headers=KEY)
        assert answered(answer), (query, answer.text)


@pytest.mark.parametrize(
    "path",
    [
        "customers/%00", "prices/x", f"transactions/ctm_{UNKNOWN}", "subscriptions/%C3%A9",
        "notifications/%00", "nothing", f"customers/ctm_{UNKNOWN}/payment-methods",
        f"customers/ctm_{UNKNOWN}/addresses", "customers/" + "x" * 500,
    ],
)  # fmt: skip
async def test_what_does_not_exist(client: httpx.AsyncClient, path):
    answer = await client.get(f"{API}/{path}", headers=KEY)
    assert answer.status_code in (400, 404)


async def test_customers_and_addresses(client: httpx.AsyncClient, buyer: Buyer):
    customer_id = (await buyer.open())["customer"]["id"]
    whole = {"email": f"x-{buyer.email}", "country_code": "US"}
    fields = ("email", "name", "locale", "country_code", "postal_code", "city", "status")
    bodies: list[Any] = [whole | {field: odd} for field in fields for odd in ODD_TEXTS]
    bodies += [whole | {"custom_data": odd} for odd in ODD_DATA] + list(ODD_BODIES)
    await send(client, "POST", f"{API}/customers", bodies)
    await send(client, "PATCH", f"{API}/customers/{customer_id}", bodies)
    await send(client, "POST", f"{API}/customers/{customer_id}/addresses", bodies)


@pytest.mark.parametrize("path", ["transactions", "transactions/preview", "pricing-preview"])
async def test_what_is_bought(client: httpx.AsyncClient, path):
    ids = ("customer_id", "address_id", "business_id", "discount_id", "currency_code", "status")
    bodies: list[Any] = [{"items": ITEMS, name: odd} for name in ids for odd in ODD_TEXTS]
    bodies += [{"items": ITEMS, "customer_id": f"ctm_{UNKNOWN}"}]
    bodies += [{"items": ITEMS, "currency_code": odd} for odd in ("XXX", "eur", "BHD")]
    bodies += [{"items": ITEMS, "custom_data": odd} for odd in ODD_DATA]
    bodies += [{"items": ITEMS, "address": odd} for odd in ODD_PLACES]
    bodies += [{"items": ITEMS, "checkout": {"url": odd}} for odd in ("javascript:1", "\x00", 5)]
    bodies += [{"items": odd} for odd in ODD_ITEMS] + list(ODD_BODIES)
    await send(client, "POST", f"{API}/{path}", bodies)


async def test_changes(client: httpx.AsyncClient, buyer: Buyer):
    opened = await buyer.open()
    paid = await buyer.pay(opened["id"])
    path = f"{API}/transactions/{paid['checkout']['transaction_id']}"
    subscription_id = (await client.get(path, headers=KEY)).json()["data"]["subscription_id"]
    draft = f"{API}/transactions/{(await buyer.open(items=ITEMS))['transaction_id']}"
    await send(client, "PATCH", draft, [{"status": None}, {"status": "x"}, {"status": 5}])
    mode = {"proration_billing_mode": "prorated_immediately"}
    bodies: list[Any] = [{"items": odd, **mode} for odd in ODD_ITEMS]
    bodies += [{"custom_data": odd} for odd in ODD_DATA]
    bodies += [{"discount": {"id": odd}} for odd in ("\x00", f"dsc_{UNKNOWN}", 5)]
    bodies += [{"scheduled_change": odd} for odd in ODD_TEXTS] + list(ODD_BODIES)
    await send(client, "PATCH", f"{API}/subscriptions/{subscription_id}", bodies)
    await send(client, "PATCH", f"{API}/subscriptions/{subscription_id}/preview", bodies)
    await send(client, "PATCH", draft, bodies)
    for action, field in (("pause", "resume_at"), ("resume", "effective_from")):
        odd_times = [{field: odd} for odd in ODD_TIMES]
        await send(client, "POST", f"{API}/subscriptions/{subscription_id}/{action}", odd_times)
    for action in ("charge", "charge/preview"):
        odd_items = [{"items": odd, "effective_from": "immediately"} for odd in ODD_ITEMS]
        path = f"{API}/subscriptions/{subscription_id}/{action}"
        await send(client, "POST", path, [*odd_items, *ODD_BODIES])


async def test_what_is_given_back(client: httpx.AsyncClient, buyer: Buyer):
    transaction_id = (await buyer.buy())["transaction_id"]
    refund = {"action": "refund", "reason": "x", "transaction_id": transaction_id}
    bodies: list[Any] = [refund | {"reason": odd, "items": []} for odd in ODD_TEXTS]
    bodies += [refund | {"transaction_id": odd, "type": "full"} for odd in ODD_TEXTS]
    line = {"item_id": f"txnitm_{UNKNOWN}", "type": "partial"}
    bodies += [refund | {"items": [line | {"amount": odd}]} for odd in (*ODD_TEXTS, "-1", "1e3")]
    bodies += [refund | {"items": odd} for odd in ODD_ITEMS] + list(ODD_BODIES)
    await send(client, "POST", f"{API}/adjustments", bodies)
    names: list[Any] = [{"name": odd} for odd in ODD_TEXTS if odd != "x" * 5000]
    await send(client, "POST", f"{API}/client-tokens", [*names, *ODD_BODIES])


async def test_checkouts(client: httpx.AsyncClient, buyer: Buyer):
    opened = await buyer.open()
    fields = ("transaction_id", "discount_id", "discount_code")
    bodies: list[Any] = [{"items": ITEMS, field: odd} for field in fields for odd in ODD_TEXTS]
    bodies += [{"items": odd} for odd in ODD_ITEMS] + list(ODD_BODIES)
    bodies += [{"items": ITEMS, "custom_data": odd} for odd in ODD_DATA]
    for odd in ODD_PLACES:
        customer = {"id": opened["customer"]["id"], "address": odd}
        bodies += [{"items": ITEMS, "customer": customer}, {"items": ITEMS, "address": odd}]
    bodies += [{"items": ITEMS, "customer": {"email": odd}} for odd in ODD_TEXTS]
    await send(client, "POST", f"{BROWSER}/checkouts", bodies)
    changes = [*bodies, *({"email": odd} for odd in ODD_TEXTS)]
    await send(client, "PATCH", f"{BROWSER}/checkouts/{opened['id']}", changes)
    card = {
        "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2090,
        "security_code": "123", "name": "Pat Doe",
    }  # fmt: skip
    odd_cards = [{"card": card | {field: odd}} for field in card for odd in ODD_TEXTS]
    await send(client, "POST", f"{BROWSER}/checkouts/{opened['id']}/pay", odd_cards)


async def test_notification_settings_and_switches(client: httpx.AsyncClient):
    whole = {
        "description": "x", "type": "url", "destination": "https://example.com", "subscribed_events": [],
    }  # fmt: skip
    bodies: list[Any] = [whole | {field: odd} for field in whole for odd in ODD_TEXTS]
    await send(client, "POST", f"{API}/notification-settings", bodies)
    for switch, value in [("api.error", "soon"), ("api.error", "7"), ("webhook.delay", "9" * 40)]:
        body = {"switch": switch, "value": value}
        assert (await client.post("/sim/checkout/control", json=body)).status_code == 400
