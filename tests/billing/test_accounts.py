"""Which account is billed, and which users may see it."""

from collections.abc import AsyncIterator

import pytest

from gatehouse.billing.provider.port import CardsChoice
from tests.backend import Backend, restored_backend
from tests.billing.buyer import (
    BILLING,
    CONFIGURATIONS,
    INVOICES,
    MANAGED,
    METHODS,
    PLANS,
    RESOURCES,
    SETUPS,
    STRIPE,
    SUBSCRIBE,
    Buyer,
    Plan,
    refusal,
)
from tests.billing.stand_in import PDF, StandIn
from tests.world import World

NOT_CONFIGURED = (404, "billing.not_configured")


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        yield made


@pytest.fixture
async def paid(buyer: Buyer, cards: StandIn, basic: Plan) -> Buyer:
    await buyer.with_card(cards)
    assert (await buyer.subscribe(basic)).status_code == 200
    return buyer


async def test_the_browser_is_told_of_the_provider(buyer: Buyer, cards: StandIn):
    providers = await buyer.get(f"{RESOURCES}/payment-providers/v1")
    assert providers == [{"providerType": "Stripe", "name": "Stripe", "status": "1"}]
    found = await buyer.get(f"{STRIPE}/public-configurations/v1")
    assert (found["publishableKey"], found["active"]) == (cards.publishable_key, True)
    assert found["scriptUrl"] == cards.script_url


async def test_without_a_provider_everything_says_so(buyer: Buyer, resources):
    usual = resources[CardsChoice]
    resources.add(CardsChoice, CardsChoice(None))
    try:
        assert await buyer.get(f"{RESOURCES}/payment-providers/v1") == []
        browser = buyer.person.browser
        for answer in (
            await browser.get(f"{STRIPE}/public-configurations/v1"),
            await browser.post(SETUPS, json={}),
            await browser.post(f"{STRIPE}/customers/v1", json={"name": "A", "email": "a@b.test"}),
            await browser.post("/webhooks/stripe", content=b"{}"),
        ):
            assert refusal(answer) == NOT_CONFIGURED
            assert answer.json()["errors"] == ["Payment provider not configured"]
        for path in (MANAGED, METHODS, INVOICES):
            assert await buyer.get(path) == []
        assert await buyer.summary() == {"providerType": "Stripe", "externallyManaged": False}
    finally:
        resources.add(CardsChoice, usual)


async def test_the_customer_is_made_once_and_named_again(buyer: Buyer, cards: StandIn, audit):
    customer = await buyer.customer()
    assert await buyer.customer() == customer
    assert cards.customers == {
        customer: {"default": None, "name": "Acme", "email": "billing@acme.test"}
    }
    path = f"{STRIPE}/customers/v1/{buyer.person.tenant_id}"
    assert await buyer.get(path) == {"stripeCustomerId": customer}
    assert "billing.customer_updated" in await audit(buyer)


async def test_a_card_is_added_with_a_secret(buyer: Buyer, cards: StandIn, read):
    for content in (b"{}", b""):  # the published client may send nothing at all
        headers = {"content-type": "application/json"}
        answer = await buyer.person.browser.post(SETUPS, content=content, headers=headers)
        assert answer.status_code == 200, answer.text
        made = answer.json()
        assert made["paymentMethodId"] is None
    assert made["setupIntentSecret"].startswith("seti_")
    [customer] = cards.customers
    card = cards.add_card(customer)
    again = await buyer.person.browser.post(SETUPS, json={"paymentMethodId": card})
    assert again.json()["paymentMethodId"] == card
    await read(buyer)
    [method] = await buyer.get(METHODS)
    ours = await buyer.person.browser.post(SETUPS, json={"paymentMethodId": method["id"]})
    assert ours.json()["paymentMethodId"] == card
    stranger = await buyer.person.browser.post(SETUPS, json={"paymentMethodId": "pm_stranger"})
    assert refusal(stranger) == (404, "billing.payment_method_not_found")


@pytest.mark.parametrize("verb", ["PATCH", "PUT"])
async def test_billing_details_are_changed(buyer: Buyer, paid, verb: str, audit):
    [method] = await buyer.get(METHODS)
    address = {"addressLine1": "1 High St", "city": "Reading", "country": "GB"}
    body = {"email": "bills@acme.test", "address": address}
    path = f"{METHODS}/{method['id']}/billing-details"
    answer = await buyer.person.browser.request(verb, path, json=body)
    assert answer.status_code == 200, answer.text
    told = (await buyer.get(f"{METHODS}/{method['id']}"))["billingDetails"]
    assert told["email"] == "bills@acme.test"
    assert {**told["address"], **address} == told["address"]
    assert "billing.details_updated" in await audit(buyer)
    bad = {"email": "nobody", "address": {"country": "Britain"}}
    assert (await buyer.person.browser.request(verb, path, json=bad)).status_code == 400


async def test_invoices_and_their_files(buyer: Buyer, paid):
    [invoice] = await buyer.get(INVOICES)
    assert (invoice["totalAmount"], invoice["currency"], invoice["paid"]) == (1200, "usd", True)
    assert invoice["subscriptionId"] == (await buyer.subscription())["id"]
    assert await buyer.get(f"{INVOICES}/{invoice['id']}") == invoice
    file = f"{INVOICES}/{invoice['id']}/pdf"
    answer = await buyer.person.browser.get(file, params={"outputFileName": "May 2026"})
    assert (answer.content, answer.headers["content-type"]) == (PDF, "application/pdf")
    assert answer.headers["content-disposition"] == 'attachment; filename="May 2026.pdf"'
    answer = await buyer.person.browser.get(file)
    assert f"invoice-{invoice['number']}.pdf" in answer.headers["content-disposition"]
    for wrong in ('a"; x="b', "a\r\nx: y", "ä" * 3, "x" * 101):
        answer = await buyer.person.browser.get(file, params={"outputFileName": wrong})
        assert answer.status_code == 400


async def test_an_account_sees_nothing_of_another(
    paid: Buyer, world: World, basic: Plan, cards: StandIn
):
    stranger = Buyer(await world.person("Admin"))
    one = await paid.subscription()
    [invoice], [method] = await paid.get(INVOICES), await paid.get(METHODS)
    for path in (MANAGED, INVOICES, METHODS):
        assert await stranger.get(path) == []
    tenant = paid.person.tenant_id
    browser = stranger.person.browser
    for path in (
        f"{MANAGED}/{one['id']}",
        f"{INVOICES}/{invoice['id']}",
        f"{INVOICES}/{invoice['id']}/pdf",
        f"{METHODS}/{method['id']}",
        f"{BILLING}/summaries/v1/{tenant}",
        f"{STRIPE}/customers/v1/{tenant}",
        f"{CONFIGURATIONS}/{tenant}",
    ):
        assert (await browser.get(path)).status_code == 404, path
    assert (await stranger.put(one, "cancellations")).status_code == 404
    assert (await stranger.change(one, basic, method["id"])).status_code == 404
    await stranger.customer()
    borrowed = await browser.post(SETUPS, json={"paymentMethodId": method["externalId"]})
    assert refusal(borrowed) == (404, "billing.payment_method_not_found")
    assert (await paid.subscription()) == one


async def test_who_may_only_read_reads(paid: Buyer, world: World, basic: Plan, cards: StandIn):
    reader = Buyer(await world.person("ReadOnly", tenant_id=paid.person.tenant_id))
    one = await reader.subscription()
    [method] = await reader.get(METHODS)
    assert await reader.get(INVOICES)
    assert any(plan["id"] == basic.id for plan in await reader.get(PLANS))
    browser = reader.person.browser
    for answer in (
        await reader.put(one, "cancellations"),
        await reader.put(one, "renewals"),
        await reader.change(one, basic, method["id"]),
        await browser.post(SETUPS, json={}),
        await browser.post(SUBSCRIBE, json={"stripePlanId": basic.price}),
        await browser.patch(f"{METHODS}/{method['id']}/billing-details", json={}),
    ):
        assert refusal(answer) == (403, "access.missing_permission")
    assert await reader.subscription() == one


async def test_where_the_vendor_bills_otherwise_nothing_is_changed_here(
    paid: Buyer, backend: Backend, basic: Plan, pro: Plan, cards: StandIn
):
    tenant = str(paid.person.tenant_id)
    cards.charges.clear()
    body = {"tenantId": tenant, "externallyManaged": "true", "providerType": "Stripe"}
    answer = await backend.http.post(CONFIGURATIONS, json=body)
    assert answer.status_code == 200, answer.text
    one = await paid.subscription()
    assert one["externallyManaged"] is True
    assert (await paid.summary())["externallyManaged"] is True
    [method] = await paid.get(METHODS)
    browser = paid.person.browser
    for refused in (
        await paid.put(one, "cancellations"),
        await paid.put(one, "renewals"),
        await paid.change(one, pro, method["id"]),
        await browser.post(SUBSCRIBE, json={"stripePlanId": pro.price}),
        await browser.post(SETUPS, json={}),
        await browser.patch(f"{METHODS}/{method['id']}/billing-details", json={}),
    ):
        assert refusal(refused) == (409, "billing.externally_managed")
        assert refused.json()["errors"] == ["Billing is externally managed."]
    # Only the vendor takes it back.
    own = await browser.post(CONFIGURATIONS, json={**body, "externallyManaged": "false"})
    assert refusal(own) == (403, "billing.not_offered")
    again = await browser.post(CONFIGURATIONS, json={"tenantId": tenant, "providerType": "Stripe"})
    assert again.json() == answer.json()
    assert cards.charges == []


async def test_an_account_makes_its_own_configuration(buyer: Buyer, cards: StandIn):
    tenant = str(buyer.person.tenant_id)
    browser = buyer.person.browser
    assert (await browser.get(f"{CONFIGURATIONS}/{tenant}")).status_code == 404
    body = {"tenantId": tenant, "externallyManaged": "false", "providerType": "Stripe"}
    made = (await browser.post(CONFIGURATIONS, json=body)).json()
    assert (await browser.post(CONFIGURATIONS, json=body)).json() == made
    found = await buyer.get(f"{CONFIGURATIONS}/{tenant}")
    assert (found["id"], found["tenantId"]) == (made["id"], tenant)
    assert (found["externallyManaged"], found["paymentProviderType"]) == ("false", "Stripe")
    foreign = await browser.post(CONFIGURATIONS, json={**body, "tenantId": str(buyer.person.id)})
    assert refusal(foreign) == (404, "billing.account_not_found")


async def test_the_vendor_gives_an_account_a_default_plan(
    buyer: Buyer, backend: Backend, cards: StandIn, sell
):
    plan = await sell(None)
    tenant = str(buyer.person.tenant_id)
    body = {"tenantId": tenant, "defaultPlanId": plan.id}
    made = (await backend.http.post(CONFIGURATIONS, json=body)).json()
    found = (await backend.http.get(f"{CONFIGURATIONS}/{tenant}")).json()
    assert (found["id"], found["externallyManaged"]) == (made["id"], "false")
    assert (await buyer.summary())["defaultPlanId"] == plan.id
    for wrong, code in (
        ({"tenantId": str(buyer.person.id)}, "billing.account_not_found"),
        ({"tenantId": tenant, "defaultPlanId": tenant}, "billing.plan_not_found"),
    ):
        answer = await backend.http.post(CONFIGURATIONS, json=wrong)
        assert refusal(answer) == (404, code)


@pytest.mark.parametrize("email", ["nobody", "a\x00b@acme.test", "a b@acme.test", "a@b@acme.test"])
async def test_bills_go_to_an_address_that_is_one(buyer: Buyer, cards: StandIn, email: str):
    body = {"name": "Acme", "email": email}
    answer = await buyer.person.browser.post(f"{STRIPE}/customers/v1", json=body)
    assert refusal(answer)[0] == 400
    assert cards.customers == {}
