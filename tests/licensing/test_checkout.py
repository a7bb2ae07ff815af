"""What a page needs to open a checkout: the customer is found or created, once, and belongs to one
organization."""

import asyncio

import pytest

from gatehouse_simulators.checkout import fixtures
from tests.licensing.provider import START, Purchase, provider_id
from tests.licensing.scripted import customer, refusal

CONFIG = "/api/v1/paddle/checkout-config"


@pytest.fixture
async def admin(world):
    person = await world.person("Admin")
    await person.browser.post("/api/v1/organization", json={"name": "Acme"})
    return person


async def test_the_public_part_of_the_setup(world):
    person = await world.person("Admin")
    answer = await person.browser.get("/api/v1/paddle/config")
    assert answer.json() == {
        "token": fixtures.CLIENT_TOKEN,
        "environment": "sandbox",
        "scriptUrl": fixtures.SCRIPT_PATH,
    }


async def test_the_customer_is_made_once(admin, provider_api, db):
    first = await admin.browser.get(CONFIG)
    assert first.status_code == 200
    made = provider_api.customers[admin.email]
    assert first.json() == {"customerId": made["id"], "prices": fixtures.PRICE_IDS}
    organization_id = await db.connection.fetchval(
        "select id from organizations where provider_customer_id = $1", made["id"]
    )
    assert made["custom_data"] == {"organization_id": str(organization_id)}
    assert (await admin.browser.get(CONFIG)).json() == first.json()
    assert provider_api.calls == ["POST /customers"]


async def test_several_at_once_get_the_same_customer(admin, provider_api):
    answers = await asyncio.gather(*[admin.browser.get(CONFIG) for _ in range(6)])
    assert {answer.json()["customerId"] for answer in answers} == {
        provider_api.customers[admin.email]["id"]
    }


async def test_a_customer_that_exists_is_found(admin, provider_api):
    """We made it, and its id was lost before it was stored; or it bought another product."""
    provider_api.customers[admin.email] = customer(admin.email)
    answer = await admin.browser.get(CONFIG)
    assert answer.json()["customerId"] == provider_api.customers[admin.email]["id"]


async def test_a_refusal_that_does_not_name_the_customer_leads_to_a_search(admin, provider_api):
    known = customer(admin.email)
    pagination = {"per_page": 50, "next": "", "has_more": False, "estimated_total": 1}
    listed = {"data": [known], "meta": {"request_id": "x", "pagination": pagination}}
    answers = {
        "POST": refusal(409, "customer_already_exists", "taken"),
        "GET": (200, listed),
    }
    provider_api.override = lambda method, path: answers[method]
    assert (await admin.browser.get(CONFIG)).json()["customerId"] == known["id"]


async def own_customer(person, provider_api, email: str) -> str:
    """The customer that a person gets, made for their organization under this address with its tag."""
    answer = await person.browser.get(CONFIG)
    assert answer.status_code == 200, answer.text
    organization = (await person.browser.get("/api/v1/organization")).json()
    local, _, domain = email.partition("@")
    expected = f"{local}+{organization['id'].replace('-', '')[-12:]}@{domain}"
    made = provider_api.customers[expected]
    assert made["custom_data"] == {"organization_id": organization["id"]}
    assert organization["billingEmail"] == expected
    assert answer.json()["customerId"] == made["id"]
    return str(made["id"])


async def test_the_address_of_another_user_gives_a_separate_customer(world, provider_api):
    """Anybody can name any address; its customer's payments and cards are not theirs for that."""
    attacker = await world.person("Admin")
    body = {"name": "Acme", "billingEmail": "treasurer@victim.test"}
    await attacker.browser.post("/api/v1/organization", json=body)
    victim = customer("treasurer@victim.test")
    provider_api.customers["treasurer@victim.test"] = victim
    made = await own_customer(attacker, provider_api, "treasurer@victim.test")
    assert made != victim["id"]
    assert (await attacker.browser.get(CONFIG)).json()["customerId"] == made


async def test_claiming_an_address_first_does_not_keep_its_owner_from_buying(world, provider_api):
    owner, squatter = await world.person("Admin"), await world.person("Admin")
    await squatter.browser.post(
        "/api/v1/organization", json={"name": "Acme", "billingEmail": owner.email}
    )
    first = (await squatter.browser.get(CONFIG)).json()["customerId"]
    await owner.browser.post("/api/v1/organization", json={"name": "Acme"})
    answers = await asyncio.gather(*[owner.browser.get(CONFIG) for _ in range(3)])
    assert {answer.status_code for answer in answers} == {200}
    assert await own_customer(owner, provider_api, owner.email) != first
    assert (await squatter.browser.get(CONFIG)).json()["customerId"] == first


async def test_an_unverified_address_gives_a_separate_customer(world, provider_api, db):
    """A vendor may let people in before they prove their address."""
    attacker = await world.person("Admin")
    await attacker.browser.post("/api/v1/organization", json={"name": "Acme"})
    await db.connection.execute("update users set verified = false where id = $1", attacker.id)
    provider_api.customers[attacker.email] = customer(attacker.email)
    await own_customer(attacker, provider_api, attacker.email)


async def test_two_organizations_never_share_a_customer(world, provider_api, db):
    first = await world.person("Admin")
    await first.browser.post("/api/v1/organization", json={"name": "Acme"})
    assert (await first.browser.get(CONFIG)).status_code == 200
    elsewhere = await world.tenant("Other")
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at)"
        " values ($1, $2, true, now())", elsewhere, first.id,
    )  # fmt: skip
    await world.grant(elsewhere, first.id, "licensing.*")
    second = await world.sign_in(first.id, elsewhere, first.email)
    assert (
        await second.browser.post("/api/v1/organization", json={"name": "Acme"})
    ).status_code == 201
    # Not even when the provider has forgotten whose it is.
    provider_api.customers[first.email]["custom_data"] = None
    own = await own_customer(second, provider_api, first.email)
    assert (await first.browser.get(CONFIG)).json()["customerId"] != own


async def test_when_even_the_tagged_address_is_taken_it_is_said_so(admin, provider_api):
    strange = customer("somebody@example.test", "another")
    provider_api.override = lambda method, path: (
        refusal(409, "customer_already_exists", f"customer of id {strange['id']}")
        if method == "POST"
        else (200, {"data": strange, "meta": {"request_id": "x"}})
    )
    answer = await admin.browser.get(CONFIG)
    assert (answer.status_code, answer.text) == (
        409, f"{admin.email} belongs to another customer"
    )  # fmt: skip


async def test_what_the_provider_does_not_accept_is_a_refusal(admin, provider_api):
    fields = [{"field": "email", "message": "is not valid"}]
    status, body = refusal(400, "bad_request", "Invalid request.")
    body["error"]["errors"] = fields
    provider_api.override = lambda method, path: (status, body)
    answer = await admin.browser.get(CONFIG)
    assert (answer.status_code, answer.text) == (
        409, "The payment provider does not accept this: email is not valid."
    )  # fmt: skip


async def test_without_an_organization_there_is_no_checkout(world, provider_api):
    admin = await world.person("Admin")
    assert (await admin.browser.get(CONFIG)).status_code == 404
    assert provider_api.calls == []


@pytest.mark.parametrize(
    "answer",
    [
        refusal(500, "internal_error", "x"),
        refusal(429, "too_many_requests", "x"),
        refusal(403, "forbidden", "x"),
        b"",
        b"<html>",
        b"[]",
        b'{"data": {"id": "ctm_x"}}',
        b'{"data": {"id": null, "email": 3}}',
        (503, b"<html>down</html>"),
    ],
)
async def test_a_provider_that_fails_is_said_to(admin, provider_api, answer):
    provider_api.override = lambda method, path: answer
    refused = await admin.browser.get(CONFIG)
    assert refused.status_code == 503
    assert refused.text == "The payment provider cannot be reached. Try again in a moment."
    provider_api.override = lambda method, path: None
    assert (await admin.browser.get(CONFIG)).status_code == 200


async def test_a_provider_that_is_gone_is_said_to(admin, provider_api):
    provider_api.close()
    assert (await admin.browser.get(CONFIG)).status_code == 503


async def test_many_waiting_for_the_provider_hold_no_connection(admin, provider_api):
    """More callers than database connections wait, and others still get their answers."""
    waiting = asyncio.Event()
    loop, entered = asyncio.get_running_loop(), []

    def slow(method: str, path: str):
        entered.append(path)
        asyncio.run_coroutine_threadsafe(waiting.wait(), loop).result(10)

    provider_api.override = slow
    calls = [asyncio.create_task(admin.browser.get(CONFIG)) for _ in range(20)]
    try:
        async with asyncio.timeout(5):
            while not entered:
                assert (await admin.browser.get("/api/v1/licenses")).status_code == 200
            # Connections are handed out first come, first served: these stand behind the callers.
            for _ in range(20):
                assert (await admin.browser.get("/api/v1/licenses")).status_code == 200
    finally:
        waiting.set()
    assert {answer.status_code for answer in await asyncio.gather(*calls)} == {200}


async def test_opening_a_checkout_needs_permission(admin, world, client, provider_api):
    reader = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    editor = await world.person("Editor", tenant_id=admin.tenant_id)
    path = f"/api/v1/paddle/transactions/{provider_id('txn')}"
    for person in (reader, editor):
        assert (await person.browser.get(CONFIG)).status_code == 403
        assert (await person.browser.get(path)).status_code == 403
    assert (await client.get(CONFIG)).status_code == 401
    assert provider_api.calls == []


@pytest.mark.parametrize("status", ["ready", "completed", "canceled", "past_due"])
async def test_a_payment_links_transaction_is_looked_up(admin, provider_api, status):
    customer_id = (await admin.browser.get(CONFIG)).json()["customerId"]
    purchase = Purchase(customer_id)
    path = f"/transactions/{purchase.transaction_id}"
    provider_api.entities[path] = purchase.transaction(status, START)
    answer = await admin.browser.get(f"/api/v1/paddle{path}")
    assert (answer.status_code, answer.json()) == (
        200, {"transactionId": purchase.transaction_id, "status": status}
    )  # fmt: skip


async def test_another_organizations_transaction_is_not_found(world, admin, provider_api):
    customer_id = (await admin.browser.get(CONFIG)).json()["customerId"]
    theirs, nobodys = Purchase(customer_id), Purchase(customer_id)
    provider_api.entities[f"/transactions/{theirs.transaction_id}"] = theirs.transaction(
        "ready", START
    )
    provider_api.entities[f"/transactions/{nobodys.transaction_id}"] = nobodys.transaction(
        "draft", START, customer_id=None
    )
    stranger = await world.person("Admin")
    address = f"/api/v1/paddle/transactions/{theirs.transaction_id}"
    assert (await stranger.browser.get(address)).status_code == 404
    await stranger.browser.post("/api/v1/organization", json={"name": "Acme"})
    without_customer = await stranger.browser.get(address)
    await stranger.browser.get(CONFIG)
    with_customer = await stranger.browser.get(address)
    absent = await stranger.browser.get(f"/api/v1/paddle/transactions/{provider_id('txn')}")
    draft = await stranger.browser.get(f"/api/v1/paddle/transactions/{nobodys.transaction_id}")
    for answer in (without_customer, with_customer, absent, draft):
        assert (answer.status_code, answer.text) == (404, "The transaction was not found")


@pytest.mark.parametrize(
    "identifier",
    ["x", "txn_", "..%2Fcustomers", "txn_01%00aaaaaaaaaaaaaaaaaaaaaaaa", "%F0%9F%92%A9"],
)
async def test_an_id_of_another_form_never_reaches_the_provider(admin, provider_api, identifier):
    await admin.browser.get(CONFIG)
    provider_api.calls.clear()
    answer = await admin.browser.get(f"/api/v1/paddle/transactions/{identifier}")
    assert answer.status_code in (400, 404)
    assert provider_api.calls == []
