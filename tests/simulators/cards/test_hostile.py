"""Whatever is sent, the answer is the provider's own refusal and never an error of the server."""

import asyncio
from itertools import product
from urllib.parse import urlencode

import httpx
import pytest

from gatehouse_simulators.cards import fixtures
from tests.conftest import CARD_PROVIDER
from tests.simulators.cards.conftest import TEAM

KEY = {
    "authorization": f"Bearer {CARD_PROVIDER.secret_key}",
    "content-type": "application/x-www-form-urlencoded",
}
V1 = f"{fixtures.API_PATH}/v1"

LISTS = (
    "customers", "payment_methods", "setup_intents", "products", "prices", "subscriptions", "invoices",
    "events",
)  # fmt: skip
QUERIES = (
    "limit=0", "limit=99999999999999999999", "limit=x", "starting_after=%00", "starting_after=nobody",
    "starting_after=a&ending_before=b", "created[gte]=-1", "created[gt]=99999999999999999999",
    "created=x", "customer=%00", "customer=%F0%9F", "status=%C4%B0", "expand[]=data.x", "expand=a.b.c.d.e",
    "expand[a][b]=c", "type=%00", "types[]=%00", "a[b", "[]=1", "a[[]]=1", "price=%00", "email=%00",
)  # fmt: skip
ODD = ("", "a\x00b", "x" * 6000, "-1", "1e9", "99999999999999999999", "é", "null", "true")
BODIES = (
    b"",
    b"%",
    b"\xff",
    b"a=%FF",
    b"&&&",
    b"=",
    b"[",
    b"items[0]=x&items[0][price]=y",
    b"a=1&" * 2000,
)
FIELDS = {
    "customers": ("email", "name", "balance", "metadata", "metadata[a]", "metadata[0]", "address",
                  "address[country]", "invoice_settings", "payment_method",
                  "invoice_settings[default_payment_method]", "preferred_locales[]"),
    "setup_intents": ("customer", "payment_method", "payment_method_types[]", "usage", "confirm",
                      "automatic_payment_methods[enabled]"),
    "payment_methods": ("type", "card", "card[number]", "card[exp_month]", "card[exp_year]", "card[cvc]",
                        "billing_details[email]", "billing_details[address][country]"),
    "subscriptions": ("customer", "items", "items[0][price]", "items[0][quantity]", "items[7][price]",
                      "trial_end", "trial_period_days", "cancel_at", "payment_behavior", "metadata",
                      "default_payment_method", "trial_settings[end_behavior]"),
    "invoices/create_preview": ("customer", "subscription", "subscription_details[items]",
                                "subscription_details[items][0][price]",
                                "subscription_details[items][0][id]",
                                "subscription_details[proration_date]",
                                "subscription_details[trial_end]"),
}  # fmt: skip


def answered(answer: httpx.Response) -> bool:
    """In the provider's shape, with a refusal of its own when it is one."""
    if answer.status_code >= 500:
        return False
    return answer.status_code == 200 or {"type", "message"} <= set(answer.json()["error"])


async def send(client: httpx.AsyncClient, path: str, bodies: list[bytes]) -> None:
    """Each of these bodies; none of them breaks anything."""

    few = asyncio.Semaphore(4)

    async def one(body: bytes) -> tuple[bytes, int, str] | None:
        async with few:
            answer = await client.post(f"{V1}/{path}", content=body, headers=KEY)
        return None if answered(answer) else (body, answer.status_code, answer.text[:200])

    assert [found for found in await asyncio.gather(*map(one, bodies)) if found] == []


@pytest.mark.parametrize("name", LISTS)
async def test_lists(client, name):
    for query in QUERIES:
        answer = await client.get(f"{V1}/{name}?{query}", headers=KEY)
        assert answered(answer), (query, answer.text)


@pytest.mark.parametrize("path", FIELDS)
async def test_odd_values(client, account, path):
    usual = {
        "customers": {},
        "setup_intents": {"customer": account.id},
        "payment_methods": {
            "type": "card",
            "card[number]": "4242424242424242",
            "card[exp_month]": "12",
            "card[exp_year]": "2090",
        },
        "subscriptions": {
            "customer": account.id,
            "items[0][price]": TEAM,
            "trial_period_days": "9",
        },
        "invoices/create_preview": {
            "customer": account.id,
            "subscription_details[items][0][price]": TEAM,
        },
    }[path]
    bodies = [urlencode(usual | {field: odd}).encode() for field, odd in product(FIELDS[path], ODD)]
    await send(client, path, [*bodies, *BODIES])


async def test_odd_changes(client, account):
    subscription = await account.subscribe(trial_period_days=9)
    fields = (
        "items[0][id]", "items[0][quantity]", "items[0][deleted]", "proration_date", "trial_end",
        "cancel_at", "cancel_at_period_end", "billing_cycle_anchor", "metadata[a]", "description",
    )  # fmt: skip
    item = {"items[0][id]": subscription["items"].data[0].id}
    bodies = [urlencode(item | {field: odd}).encode() for field, odd in product(fields, ODD)]
    await send(client, f"subscriptions/{subscription.id}", [*bodies, *BODIES])


@pytest.mark.parametrize(
    "path",
    ["customers/%C3%A9", "prices/x", "subscriptions/" + "x" * 500, "nothing", "invoices/in_1"],
)
async def test_what_does_not_exist(client, path):
    answer = await client.get(f"{V1}/{path}", headers=KEY)
    assert answer.status_code == 404
    assert answered(answer)


@pytest.mark.parametrize("key", ["", "x" * 256, "é"])
async def test_odd_keys_of_idempotency(client, key):
    headers = {**KEY, "idempotency-key": key.encode()}
    assert answered(await client.post(f"{V1}/customers", content=b"", headers=headers))


@pytest.mark.parametrize(
    "credentials", ["Basic x", "Basic éé", "Bearer", "Bearer  ", "Digest a", "x"]
)
async def test_odd_credentials(client, credentials):
    headers = {"authorization": credentials.encode()}
    answer = await client.get(f"{V1}/prices", headers=headers)
    assert (answer.status_code, answered(answer)) == (401, True)
