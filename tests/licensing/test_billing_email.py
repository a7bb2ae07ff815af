"""Another billing email counts once its owner has opened the link, and never takes another's customer."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest

from gatehouse.kit import clock

PATH = "/api/v1/paddle/billing-email"


@pytest.fixture
def mailed(resources, run_jobs):
    """The token of the newest mail to this address."""
    from gatehouse.demo.outbox import list_messages
    from gatehouse.kit.deployment import Deployment

    async def token(address: str) -> str:
        await run_jobs()
        newest = list_messages(resources[Deployment].data_dir, address)[0]
        [found] = re.findall(r"/billing\?confirm=([\w-]+)", newest.text)
        return str(found)

    return token


def address() -> str:
    return f"bills-{uuid4().hex[:8]}@acme.test"


async def counts(shop) -> str:
    answer = await shop.admin.browser.get("/api/v1/organization")
    return str(answer.json()["billingEmail"])


async def test_nothing_changes_before_the_link_is_opened(shop, mailed, provider_api):
    wanted, former = address(), await counts(shop)
    answer = await shop.admin.browser.patch(PATH, json={"billingEmail": f" {wanted.upper()}"})
    assert answer.json() == {"billingEmail": former, "pendingBillingEmail": wanted}
    assert await counts(shop) == former
    assert provider_api.calls == []


async def test_the_link_changes_it_here_and_at_the_provider(simulated_shop, mailed, paddle):
    shop, wanted = simulated_shop, address()
    await shop.admin.browser.patch(PATH, json={"billingEmail": wanted})
    token = await mailed(wanted)
    for _ in range(2):
        answer = await shop.admin.browser.post(f"{PATH}/confirm", json={"token": token})
        assert (answer.status_code, answer.json()) == (200, {"billingEmail": wanted}), answer.text
    assert await counts(shop) == wanted
    customer = await paddle(lambda client: client.customers.get(shop.customer_id))
    assert customer.email == wanted


async def test_the_address_of_another_customer_is_refused(simulated_shop, mailed, paddle, buyer):
    shop, wanted, former = simulated_shop, address(), await counts(simulated_shop)
    buyer.email = wanted
    await buyer.buy()
    await shop.admin.browser.patch(PATH, json={"billingEmail": wanted})
    token = await mailed(wanted)
    answer = await shop.admin.browser.post(f"{PATH}/confirm", json={"token": token})
    assert (answer.status_code, answer.text) == (
        409, f"{wanted} belongs to another customer. Use another address."
    )  # fmt: skip
    assert await counts(shop) == former


async def test_links_end(shop, mailed, open_shop, provider_api, world, db):
    await db.connection.execute(
        "update organizations set provider_customer_id = null where tenant_id = $1",
        shop.admin.tenant_id,
    )
    first, second = address(), address()
    for wanted in (first, second):
        await shop.admin.browser.patch(PATH, json={"billingEmail": wanted})
    tokens = await mailed(first), await mailed(second)
    other = await open_shop()
    refusals = [await other.admin.browser.post(f"{PATH}/confirm", json={"token": tokens[0]})]
    done = await shop.admin.browser.post(f"{PATH}/confirm", json={"token": tokens[1]})
    assert done.status_code == 200
    for token in (tokens[0], "", "x", tokens[1][:-4]):
        refusals.append(await shop.admin.browser.post(f"{PATH}/confirm", json={"token": token}))
    third = address()
    await shop.admin.browser.patch(PATH, json={"billingEmail": third})
    late = await mailed(third)
    clock.advance_clock(timedelta(hours=25))
    admin = await world.sign_in(shop.admin.id, shop.admin.tenant_id, shop.admin.email)
    refusals.append(await admin.browser.post(f"{PATH}/confirm", json={"token": late}))
    assert {(one.status_code, one.text) for one in refusals} == {
        (400, "This link is no longer valid. Change the billing email again.")
    }
    assert (await admin.browser.get("/api/v1/organization")).json()["billingEmail"] == second


async def test_an_invalid_billing_address_is_refused(shop):
    for wrong in ("", "x", "a@b@c.test", None):
        answer = await shop.admin.browser.patch(PATH, json={"billingEmail": wrong})
        assert answer.status_code == 400, answer.text


async def test_five_verification_mails_are_sent_an_hour(shop):
    answers = [
        (await shop.admin.browser.patch(PATH, json={"billingEmail": address()})).status_code
        for _ in range(6)
    ]
    assert answers == [200] * 5 + [429]


async def test_changing_the_billing_address_needs_permission(shop, world, client):
    calls = (
        ("PATCH", PATH, {"billingEmail": address()}),
        ("POST", f"{PATH}/confirm", {"token": "x"}),
    )
    for method, path, body in calls:
        assert (await client.request(method, path, json=body)).status_code == 401
        for role in ("ReadOnly", "Editor"):
            person = await world.person(role, tenant_id=shop.admin.tenant_id)
            assert (await person.browser.request(method, path, json=body)).status_code == 403
