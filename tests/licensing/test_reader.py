"""Somebody who may only read gets no key, no payment token and no link to an invoice, and changes nothing,
through whatever route (case 48)."""

from pathlib import Path
from typing import Any

import orjson

from gatehouse.simulators.checkout import fixtures
from tests.conftest import PROVIDER
from tests.security.routes import METHODS, Operation

DESCRIPTION = Path(__file__).parents[2] / "src" / "gatehouse" / "openapi.json"
# Whoever is signed in may write to the vendor.
CONTACT = {"POST /api/v1/organization/prepare-contact", "POST /api/v1/organization/contact"}
# What pays, and what opens the license without a network.
CLOSED = (
    "/licenses/{}/file",
    "/licenses/{}/update-payment-method",
    "/paddle/config",
    "/paddle/checkout-config",
    "/paddle/billing-information",
    "/paddle/invoices/{}",
    "/paddle/transactions/{}",
    "/paddle/discounts?code=WELCOME20",
)


def described() -> list[Operation]:
    document = orjson.loads(DESCRIPTION.read_bytes())
    components = document["components"]["schemas"]
    return [
        Operation(method, path, operation, components)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def of_licensing(one: Operation) -> bool:
    return not {"Licensing", "License"}.isdisjoint(one.document["tags"])


async def test_a_reader_reads_no_secret_and_changes_nothing(paid, world):
    async def everything() -> list[Any]:
        paths = ("licenses", "organization", "paddle/billing-information")
        return [(await paid.admin.browser.get(f"/api/v1/{path}")).json() for path in paths]

    before = await everything()
    [license_], _, billing = before
    bill = billing["bills"][0]["id"]
    link = (await paid.admin.browser.get(f"/api/v1/paddle/invoices/{bill}")).json()["url"]
    secrets = [license_["key"], fixtures.CLIENT_TOKEN, PROVIDER.api_key, link.partition("?")[0]]
    reader = (await world.person("ReadOnly", tenant_id=paid.admin.tenant_id)).browser

    for path in CLOSED:
        name = bill if "paddle" in path else license_["fingerprint"]
        answer = await reader.get(f"/api/v1{path.format(name)}")
        assert answer.status_code == 403, f"{path}: {answer.text}"
    for one in described():
        if one.for_vendor or (one.writes and not of_licensing(one)) or str(one) in CONTACT:
            continue
        names = (
            [license_["id"], license_["fingerprint"], bill]
            if of_licensing(one)
            else [license_["id"]]
        )
        for name in names:
            answer = await one.call(reader, name)
            assert [secret for secret in secrets if secret in answer.text] == [], str(one)
            if one.writes:
                assert answer.status_code in (401, 403), f"{one}: {answer.status_code}"
    assert (await reader.get("/api/v1/licenses")).json()[0]["fingerprint"] == license_[
        "fingerprint"
    ]
    assert await everything() == before
