"""Who is billed, how they pay, what they were billed."""

PATH = "/api/v1/paddle/billing-information"


async def test_before_anything_was_bought(world):
    admin = await world.person("Admin")
    assert (await admin.browser.get(PATH)).status_code == 404
    await admin.browser.post("/api/v1/organization", json={"name": "Acme"})
    assert (await admin.browser.get(PATH)).json() == {
        "name": "Acme", "billingEmail": admin.email, "bills": []
    }  # fmt: skip


async def test_after_a_purchase(paid):
    said = (await paid.admin.browser.get(PATH)).json()
    method = said["paymentMethod"]
    assert (method["type"], method["brand"], method["last4"]) == ("card", "visa", "4242")
    [bill] = said["bills"]
    assert (bill["status"], bill["currencyCode"]) == ("completed", "USD")
    assert bill["total"] >= 6 * 3000
    assert bill["number"]


async def test_billing_information_needs_permission(paid, world, client):
    assert (await client.get(PATH)).status_code == 401
    for role in ("ReadOnly", "Editor"):
        person = await world.person(role, tenant_id=paid.admin.tenant_id)
        assert (await person.browser.get(PATH)).status_code == 403
    stranger = await world.person("Admin")
    assert (await stranger.browser.get(PATH)).status_code == 404
