"""A discount code is found when it would take something off, and only then (A7; case 21)."""

from datetime import timedelta
from typing import Any

import pytest

from gatehouse.kit import clock
from gatehouse_simulators.checkout import fixtures
from tests.licensing.provider import provider_id, stamp
from tests.licensing.scripted import ScriptedProvider

PATH = "/api/v1/paddle/discounts"
PRICE = fixtures.MONTHLY_PRICE_ID


async def test_the_simulators_codes_in_any_letter_case(world, provider):
    admin = await world.person("Admin")
    code = fixtures.PERCENT_DISCOUNT_CODE
    for typed in (code, code.lower(), f" {code}\n"):
        answer = await admin.browser.get(PATH, params={"code": typed, "price": PRICE})
        assert answer.json() == {
            "id": fixtures.PERCENT_DISCOUNT_ID,
            "code": fixtures.PERCENT_DISCOUNT_CODE,
            "description": "Welcome: 20 % off the first three bills",
            "type": "percentage",
            "amount": "20",
            "recurs": True,
            "recurringIntervals": 3,
        }
    flat = await admin.browser.get(
        PATH, params={"code": fixtures.FLAT_DISCOUNT_CODE, "price": PRICE}
    )
    assert (flat.json()["amount"], flat.json()["currencyCode"]) == ("1000", "USD")
    unknown = await admin.browser.get(PATH, params={"code": "NOSUCH", "price": PRICE})
    assert (unknown.status_code, unknown.text) == (404, "This discount code does not apply")


def offered(provider_api: ScriptedProvider, **changes: Any) -> None:
    """The provider lists this discount for any code."""
    price = {
        "id": PRICE,
        "product_id": fixtures.PRODUCT_ID,
        "unit_price": {"amount": "3000", "currency_code": "USD"},
    }
    discount = {
        "id": provider_id("dsc"),
        "status": "active",
        "description": "",
        "enabled_for_checkout": True,
        "code": "SAVE",
        "type": "flat",
        "amount": "500",
        "currency_code": "USD",
        "usage_limit": 5,
        "times_used": 4,
        "restrict_to": [fixtures.PRODUCT_ID],
        "expires_at": stamp(clock.now() + timedelta(hours=1)),
    } | changes
    pagination = {"per_page": 50, "next": "", "has_more": False, "estimated_total": 1}
    listed = {"data": [discount], "meta": {"request_id": "x", "pagination": pagination}}
    provider_api.entities[f"/prices/{PRICE}"] = price
    provider_api.override = lambda method, path: (200, listed) if path == "/discounts" else None


async def test_a_discount_is_found_until_it_expires(world, provider_api):
    admin = await world.person("Admin")
    offered(provider_api)
    answer = await admin.browser.get(PATH, params={"code": "save", "price": PRICE})
    assert (answer.status_code, answer.json()["code"]) == (200, "SAVE")
    clock.advance_clock(timedelta(hours=1))
    late = await admin.browser.get(PATH, params={"code": "save", "price": PRICE})
    assert late.status_code == 404


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "archived"},
        {"status": "used"},
        {"enabled_for_checkout": False},
        {"times_used": 5},
        {"restrict_to": ["pri_other"]},
        {"currency_code": "EUR"},
        {"code": "OTHER"},
    ],
)
async def test_a_discount_that_does_not_apply_is_not_found(world, provider_api, changes):
    admin = await world.person("Admin")
    offered(provider_api, **changes)
    answer = await admin.browser.get(PATH, params={"code": "SAVE", "price": PRICE})
    assert (answer.status_code, answer.text) == (404, "This discount code does not apply")


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"code": "SAVE"},
        {"price": PRICE},
        {"code": "SAVE,OTHER", "price": PRICE},
        {"code": "SA VE", "price": PRICE},
        {"code": "\u0130\x00", "price": PRICE},
        {"code": "SAVE", "price": "pri_another000000000000000000"},
        {"code": "S" * 33, "price": PRICE},
    ],
)
async def test_what_cannot_be_a_code_never_reaches_the_provider(world, provider_api, query):
    admin = await world.person("Admin")
    offered(provider_api)
    assert (await admin.browser.get(PATH, params=query)).status_code == 404
    assert provider_api.calls == []


async def test_guessing_is_slow(world, provider_api):
    admin = await world.person("Admin")
    query = {"code": "GUESS", "price": "pri_another000000000000000000"}
    answers = [(await admin.browser.get(PATH, params=query)).status_code for _ in range(31)]
    assert answers == [404] * 30 + [429]


async def test_trying_a_discount_needs_permission(world):
    reader = await world.person("ReadOnly")
    assert (await reader.browser.get(PATH, params={"code": "A"})).status_code == 403
