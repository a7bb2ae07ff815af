"""A user who may only read gets no key, no payment token and no link to an invoice, and changes nothing, on
any route (case 48)."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from gatehouse.access.permissions import Permission
from gatehouse_simulators.checkout import fixtures
from tests.conftest import PROVIDER
from tests.licensing.tool import Tool
from tests.security.routes import Operation, operations

# Every signed-in user may write to the vendor.
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


def of_licensing(one: Operation) -> bool:
    return not {"Licensing", "License"}.isdisjoint(one.document["tags"])


# What answers with what happened, though it is asked by POST.
EXPORTS = ("/audits/export/csv", "/audits/export/csv/v2", "/audits/resources/audits/v2/export/csv")
ALL_COLUMNS = {
    "properties": [
        {"name": name, "displayName": name} for name in ("action", "description", "json")
    ]
}
IDENTIFIER = re.compile(r'"(?:_?id|Id)"\s*:\s*"([\w-]{8,64})"')
MOST_NAMES = 6  # of one part of the product


@pytest.fixture
async def secrets(paid, new_client) -> list[str]:
    """Secrets of a license that has been through every operation: its keys, the signature of its file, the
    payment tokens and the link to an invoice."""
    browser = paid.admin.browser
    [license_] = await paid.licenses()
    at = f"/api/v1/licenses/{license_['id']}"
    await browser.post(f"{at}/key")
    rotated = await browser.post(f"{at}/key/rotate", json={"overlapHours": 24})
    assert rotated.status_code == 200, rotated.text
    tool = Tool(new_client(), rotated.json()["key"])
    assert (await tool.claim("ann")).status_code == 201
    signed = (await tool.file()).json()
    changed = await browser.get(f"{at}/update-payment-method")
    said = (await browser.get("/api/v1/paddle/billing-information")).json()
    link = await browser.get(f"/api/v1/paddle/invoices/{said['bills'][0]['id']}")
    return [
        license_["key"],
        rotated.json()["key"],
        max(_texts(signed), key=len),
        fixtures.CLIENT_TOKEN,
        PROVIDER.api_key,
        PROVIDER.webhook_secret,
        changed.json()["transactionId"],
        link.json()["url"].partition("?")[0],
    ]


def _texts(value: Any) -> Iterator[str]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from _texts(part)
    if isinstance(value, str):
        yield value


async def named(paid, area: str) -> list[str]:
    """Ids that an administrator is told in this part of the product."""
    found: dict[str, None] = {}
    for one in operations():
        if not one.writes and not one.in_path and one.path.startswith(area) and not one.for_vendor:
            answer = await one.call(paid.admin.browser, "x")
            found |= dict.fromkeys(IDENTIFIER.findall(answer.text))
    return list(found)[:MOST_NAMES]


async def test_a_reader_reads_no_secret_and_changes_nothing(paid, secrets, world):
    async def everything() -> list[Any]:
        paths = ("licenses", "organization", "paddle/billing-information")
        return [(await paid.admin.browser.get(f"/api/v1/{path}")).json() for path in paths]

    before = await everything()
    [license_], _, billing = before
    bill = billing["bills"][0]["id"]
    reader = (await world.person("ReadOnly", tenant_id=paid.admin.tenant_id)).browser

    for path in CLOSED:
        name = bill if "paddle" in path else license_["fingerprint"]
        answer = await reader.get(f"/api/v1{path.format(name)}")
        assert answer.status_code == 403, f"{path}: {answer.text}"
    areas: dict[str, list[str]] = {}
    for one in operations():
        if one.for_vendor or (one.writes and not of_licensing(one)) or str(one) in CONTACT:
            continue
        names = [license_["id"]]
        if of_licensing(one):
            names += [license_["fingerprint"], bill]
        elif one.in_path:
            area = "/".join(one.path.split("/")[:3])
            if area not in areas:
                areas[area] = await named(paid, area)
            names += areas[area]
        for name in names:
            answer = await one.call(reader, name)
            assert [secret for secret in secrets if secret in answer.text] == [], str(one)
            if one.writes:
                assert answer.status_code in (401, 403), f"{one}: {answer.status_code}"
    assert (await reader.get("/api/v1/licenses")).json()[0]["fingerprint"] == license_[
        "fingerprint"
    ]
    assert await everything() == before


async def test_audit_entries_contain_no_secrets(paid, secrets, world):
    """To those who may read everything else: entries of the audit log, as a list and as files."""
    everything_else = [one for one in Permission if ".read." in one and "keys" not in one]
    reader = (
        await world.person(permissions=tuple(everything_else), tenant_id=paid.admin.tenant_id)
    ).browser
    told = [await reader.get("/audits", params={"count": 200})]
    told.append(await reader.get("/audits/resources/audits/v2", params={"count": 200}))
    told += [await reader.post(path, json=ALL_COLUMNS) for path in EXPORTS]
    for answer in told:
        assert answer.status_code in (200, 201), f"{answer.url}: {answer.text[:300]}"
        assert "license.key_replaced" in answer.text
        assert [secret for secret in secrets if secret in answer.text] == [], str(answer.url)


async def test_no_secret_is_stored_in_the_clear(paid, secrets, run_jobs, db):
    """So no route can tell it, whatever it lists: news, deliveries, reports and jobs that wait included. What
    pays is the provider's own, and is kept in no table of ours but the payments."""
    await run_jobs()
    fingerprint = (await paid.licenses())[0]["fingerprint"]
    sought = [one for one in secrets if not one.startswith("txn_")]
    tables = await db.connection.fetch(
        "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace"
        " and relkind in ('r', 'p') and has_table_privilege(oid, 'select')"
    )
    found: dict[str, set[str]] = {}
    for table in tables:
        held = await db.connection.fetch(
            f"select one from unnest($1::text[]) as one where exists ("
            f"select from public.{table['name']} t where position(one in t::text) > 0"
            " or position(encode(one::bytea, 'hex') in t::text) > 0)",
            [*sought, fingerprint],
        )
        found[table["name"]] = {row["one"] for row in held}
    assert found["licenses"] == {fingerprint}
    assert {name: held for name, held in found.items() if held - {fingerprint}} == {}
