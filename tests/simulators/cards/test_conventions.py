"""How the provider says no, and what is the same for every call."""

import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest
import stripe

from gatehouse.kit import clock
from gatehouse_simulators.cards import fixtures
from gatehouse_simulators.cards.form import parse_form
from tests.conftest import CARD_PROVIDER
from tests.simulators.cards.conftest import TEAM

V1 = f"{fixtures.API_PATH}/v1"
ASKED_TO_BE_SILENT = (
    "select count(*) from simulated_cards.switches where name = 'api.timeout' and times > 0"
)
SECRET = {"authorization": f"Bearer {CARD_PROVIDER.secret_key}"}


@pytest.mark.parametrize("key", ["sk_test_wrong", CARD_PROVIDER.publishable_key])
async def test_another_key_opens_nothing(refused, key):
    error = await refused(lambda stripe: stripe.v1.customers.list(), key)
    assert isinstance(error, stripe.AuthenticationError)
    assert error.http_status == 401


async def test_without_a_key_there_is_401(client):
    answer = await client.get(f"{V1}/customers")
    assert answer.status_code == 401
    assert answer.json()["error"]["type"] == "invalid_request_error"


async def test_the_key_may_come_as_a_user_name(client):
    answer = await client.get(f"{V1}/prices", auth=(CARD_PROVIDER.secret_key, ""))
    assert answer.status_code == 200
    assert answer.headers["request-id"].startswith("req_")


async def test_what_is_not_there_is_404_in_an_address_and_400_in_a_parameter(refused, account):
    error = await refused(lambda stripe: stripe.v1.customers.retrieve("cus_nobody"))
    assert (error.http_status, error.code, error.param) == (404, "resource_missing", "id")
    assert error.user_message == "No such customer: 'cus_nobody'"
    error = await refused(
        lambda stripe: stripe.v1.subscriptions.create(
            {"customer": account.id, "items": [{"price": "price_nothing"}]}
        )
    )
    assert (error.http_status, error.code, error.param) == (
        400,
        "resource_missing",
        "items[0][price]",
    )


@pytest.mark.parametrize(
    ("form", "code", "param"),
    [
        ({"emial": "a@example.com"}, "parameter_unknown", "emial"),
        ({"balance": "many"}, "parameter_invalid_integer", "balance"),
        ({"email": "nobody"}, None, "email"),
        ({"address[country]": "USA"}, None, "address[country]"),
        ({"email[x]": "1", "email": "a@example.com"}, None, "email"),
    ],
)
async def test_a_parameter_that_does_not_fit_is_named(client, form, code, param):
    answer = await client.post(f"{V1}/customers", data=form, headers=SECRET)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert (error["type"], error.get("code"), error["param"]) == (
        "invalid_request_error",
        code,
        param,
    )


async def test_a_body_in_json_is_refused(client):
    answer = await client.post(f"{V1}/customers", json={"email": "a@example.com"}, headers=SECRET)
    assert answer.status_code == 400


async def test_an_address_that_is_none_is_refused_in_the_same_shape(client):
    answer = await client.get(f"{V1}/balance", headers=SECRET)
    assert answer.status_code == 404
    assert answer.json()["error"]["message"].startswith("Unrecognized request URL (GET: ")


async def test_only_what_refers_to_something_can_be_expanded(refused, account):
    error = await refused(
        lambda stripe: stripe.v1.customers.retrieve(account.id, {"expand": ["email"]})
    )
    assert (error.http_status, error.param) == (400, "expand")
    await refused(
        lambda stripe: stripe.v1.customers.retrieve(account.id, {"expand": ["a.b.c.d.e"]})
    )


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("a=1&b=", {"a": "1", "b": ""}),
        ("items[0][price]=p&items[0][quantity]=2", {"items": [{"price": "p", "quantity": "2"}]}),
        ("items[1][id]=b&items[0][id]=a", {"items": [{"id": "a"}, {"id": "b"}]}),
        ("expand[]=a&expand[]=b", {"expand": ["a", "b"]}),
        ("created[gte]=5", {"created": {"gte": "5"}}),
        ("name=%C3%A9+x", {"name": "é x"}),
        ("", {}),
    ],
)
def test_brackets_are_nested(text, parsed):
    assert parse_form(text) == parsed


async def test_a_repeated_call_is_answered_as_the_first_time(provider, refused):
    key, email = uuid4().hex, f"{uuid4().hex}@example.com"
    options = {"idempotency_key": key}

    def create(stripe):
        return stripe.v1.customers.create({"email": email}, options)

    first, second = await provider(create), await provider(create)
    assert first.id == second.id
    found = await provider(lambda stripe: stripe.v1.customers.list({"email": email}))
    assert len(found.data) == 1
    error = await refused(
        lambda stripe: stripe.v1.customers.create({"email": "other@example.com"}, options)
    )
    assert isinstance(error, stripe.IdempotencyError)
    clock.advance_clock(timedelta(hours=25))
    assert (await provider(create)).id != first.id


async def test_a_refused_call_may_be_corrected_under_the_same_key(provider, refused):
    options = {"idempotency_key": uuid4().hex}
    await refused(lambda stripe: stripe.v1.customers.create({"email": "nobody"}, options))
    await provider(lambda stripe: stripe.v1.customers.create({"email": "a@example.com"}, options))


async def test_a_call_that_was_done_and_never_answered_is_done_once(provider, client, control, db):
    key, email = uuid4().hex, f"{uuid4().hex}@example.com"
    await control(switch="api.timeout", value="600")
    headers = SECRET | {"idempotency-key": key}
    silent = client.post(f"{V1}/customers", data={"email": email}, headers=headers)
    waiting = asyncio.ensure_future(silent)
    while await db.connection.fetchval(ASKED_TO_BE_SILENT):
        pass  # else the question would be the call that is not answered
    while not (
        found := await provider(lambda stripe: stripe.v1.customers.list({"email": email}))
    ).data:
        pass
    assert not waiting.done()
    while (
        answer := await client.post(f"{V1}/customers", data={"email": email}, headers=headers)
    ).status_code == 409:
        pass  # what it was answered is still being kept
    waiting.cancel()
    assert answer.json()["id"] == found.data[0].id
    assert answer.headers["idempotent-replayed"] == "true"


async def test_the_provider_is_asked_to_be_busy_broken_or_slow(provider, refused, client, control):
    await control(switch="api.error", value="429")
    answer = await client.get(f"{V1}/prices", headers=SECRET)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
    await control(switch="api.error", value="429")
    error = await refused(lambda stripe: stripe.v1.prices.list())
    assert isinstance(error, stripe.RateLimitError)
    await control(switch="api.error", value="503")
    error = await refused(lambda stripe: stripe.v1.prices.list())
    assert isinstance(error, stripe.APIError)
    await control(switch="api.slow", value="0")
    assert (await provider(lambda stripe: stripe.v1.prices.list())).data


async def test_a_switch_for_the_next_payment_declines_it(refused, account, control):
    await account.save_card()
    await control(switch="payment.error", value="insufficient_funds")

    def subscribe(stripe):
        items = [{"price": TEAM}]
        return stripe.v1.subscriptions.create(
            {"customer": account.id, "items": items, "payment_behavior": "error_if_incomplete"}
        )

    error = await refused(subscribe)
    assert isinstance(error, stripe.CardError)
    assert (error.http_status, error.code) == (402, "card_declined")
    assert error.error is not None
    assert error.error.decline_code == "insufficient_funds"
