"""The invoice of a bill, for those who manage billing."""


async def first_bill(shop) -> str:
    said = (await shop.admin.browser.get("/api/v1/paddle/billing-information")).json()
    bill: str = said["bills"][0]["id"]
    return bill


async def test_the_link_leads_to_the_pdf(paid, client):
    answer = await paid.admin.browser.get(f"/api/v1/paddle/invoices/{await first_bill(paid)}")
    assert answer.status_code == 200, answer.text
    path = "/sim/" + answer.json()["url"].partition("/sim/")[2]
    document = await client.get(path)
    assert (document.status_code, document.content[:5]) == (200, b"%PDF-")


async def test_invoices_need_permission(paid, world, client):
    path = f"/api/v1/paddle/invoices/{await first_bill(paid)}"
    assert (await client.get(path)).status_code == 401
    for role in ("ReadOnly", "Editor"):
        person = await world.person(role, tenant_id=paid.admin.tenant_id)
        assert (await person.browser.get(path)).status_code == 403
    stranger = await world.person("Admin")
    for foreign in (path, "/api/v1/paddle/invoices/x"):
        answer = await stranger.browser.get(foreign)
        assert (answer.status_code, answer.text) == (404, "This invoice has no PDF")
