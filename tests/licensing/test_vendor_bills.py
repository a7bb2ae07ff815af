"""The bills of an account for those of the vendor who keep the books: the same that it sees itself."""

from uuid import uuid4

import pytest

from gatehouse.access.staff_role import StaffRole
from tests.backend import new_backend
from tests.directory.test_tenants import V1
from tests.licensing.provider import Purchase
from tests.licensing.test_adjustments import Desk
from tests.licensing.test_invoices import first_bill
from tests.staff import dismiss_all, hire

OF_BOOKS = {StaffRole.OWNER, StaffRole.FINANCE}


def bills_path(tenant_id) -> str:
    return f"{V1}/{tenant_id}/bills"


@pytest.fixture
async def books(world):
    return (await new_backend(world, ["vendor.see.bills"])).http


async def test_bills_are_those_that_the_account_reads(shop, provider_api, report, books, world):
    desk = Desk(shop, provider_api, report)
    purchase = Purchase(shop.customer_id)
    for one in [*purchase.sequence(), *desk.news(purchase, [("a", "refund", "approved", 900)])]:
        await report(one)
    answer = await books.get(bills_path(shop.admin.tenant_id))
    assert answer.status_code == 200, answer.text
    shown = {one["id"]: one for one in answer.json()["bills"]}
    assert shown == await desk.bills()
    assert shown[purchase.transaction_id]["refunded"] == 900
    other = await world.person("Admin")
    assert (await books.get(bills_path(other.tenant_id))).json() == {"bills": []}
    missing = await books.get(bills_path(uuid4()))
    assert (missing.status_code, missing.json()["errorCode"]) == (404, "tenants.not_found")


async def test_the_link_leads_to_the_pdf_of_this_account(paid, books, client, world):
    bill = await first_bill(paid)
    answer = await books.get(f"{bills_path(paid.admin.tenant_id)}/{bill}/invoice")
    assert answer.status_code == 200, answer.text
    document = await client.get("/sim/" + answer.json()["url"].partition("/sim/")[2])
    assert (document.status_code, document.content[:5]) == (200, b"%PDF-")
    other = await world.person("Admin")
    for path in (
        f"{bills_path(other.tenant_id)}/{bill}/invoice",
        f"{bills_path(paid.admin.tenant_id)}/nobodys/invoice",
    ):
        missing = await books.get(path)
        assert (missing.status_code, missing.json()["errorCode"]) == (
            404, "billing.invoice_missing"
        )  # fmt: skip


@pytest.mark.parametrize("role", StaffRole)
async def test_only_owners_and_finance_see_them(shop, world, database, role):
    try:
        browser = (await hire(world, role)).browser
        for path in ("", "/some/invoice"):
            answer = await browser.get(f"{bills_path(shop.admin.tenant_id)}{path}")
            assert (answer.status_code == 403) == (role not in OF_BOOKS), answer.text
    finally:
        await dismiss_all(database)


async def test_bills_need_a_permission_of_their_own(shop, world):
    for permissions in (["vendor.read.*"], ["vendor.*.licenses", "vendor.*.tenants"]):
        reader = (await new_backend(world, permissions)).http
        answer = await reader.get(bills_path(shop.admin.tenant_id))
        assert (answer.status_code, answer.json()["errorCode"]) == (
            403,
            "access.missing_permission",
        )
