"""The vendor finds, issues, extends, suspends and revokes licenses of all accounts."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, time, timedelta
from typing import Any, get_args

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Scope
from gatehouse.licensing.licenses.jobs import end_expired_trials
from gatehouse.licensing.licenses.vendor_schemas import State
from tests.audit_log import audit_entries
from tests.backend import new_backend
from tests.directory.waiting import somebody_waits
from tests.licensing.provider import Purchase, deliver
from tests.licensing.tool import Tool

LICENSES = "/tenants/resources/licenses/v1"


def day(days: int) -> str:
    return (clock.now() + timedelta(days)).date().isoformat()


def end_of(text: str) -> datetime:
    return datetime.combine(datetime.fromisoformat(text), time.max, UTC)


async def ok(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


async def listed(vendor, **query) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await ok(await vendor.get(LICENSES, params=query)))["items"]
    return found


async def key_of(vendor, fingerprint: str) -> str:
    body = {"overlapHours": 0}
    made = await ok(await vendor.post(f"{LICENSES}/{fingerprint}/rotate-key", json=body))
    return str(made["key"])


async def audited(world, tenant_id) -> list[tuple[str, str, str]]:
    return [
        (entry["action"], entry["description"], entry["actorKind"])
        for entry in await audit_entries(world, tenant_id, "license.*")
    ]


async def test_an_issued_license_works_and_is_seen_by_its_account(world, vendor, new_client):
    admin = await world.person("Admin")
    body = {
        "tenantId": str(admin.tenant_id),
        "seats": 2,
        "until": day(30),
        "billingEmail": "Bills@example.test",
        "reference": f"PO {admin.tenant_id}",
    }
    made = await ok(await vendor.post(LICENSES, json=body), 201)
    assert (made["source"], made["state"], made["isTrial"], made["maxSeats"]) == (
        "issued", "VALID", False, 2,
    )  # fmt: skip
    assert datetime.fromisoformat(made["validTo"]) == end_of(day(30))
    assert "billing" not in made
    tool = Tool(new_client(), await key_of(vendor, made["fingerprint"]))
    assert [(await tool.claim(who)).status_code for who in ("ann", "bob", "cleo")] == [
        201,
        201,
        409,
    ]

    organization = await ok(await admin.browser.get("/api/v1/organization"))
    assert (organization["name"], organization["billingEmail"]) == ("Acme", "bills@example.test")
    [seen] = await ok(await admin.browser.get("/api/v1/licenses"))
    assert (seen["fingerprint"], seen["usedSeats"], seen["isOver"]) == (
        made["fingerprint"],
        2,
        False,
    )
    assert "billing" not in seen

    again = await vendor.post(LICENSES, json=body)
    assert (again.status_code, again.json()["errorCode"]) == (409, "licenses.reference_taken")
    assert len(await listed(vendor, _tenantId=str(admin.tenant_id))) == 1
    assert (await audited(world, admin.tenant_id))[0] == (
        "license.issued", "The vendor issued Acme with 2 seats", "vendor",
    )  # fmt: skip
    clock.advance_clock(timedelta(days=31))
    assert await tool.code() == "EXPIRED"


async def test_an_account_without_an_organization_needs_an_address_for_bills(world, vendor):
    body = {"tenantId": str(await world.tenant()), "seats": 1}
    refused = await vendor.post(LICENSES, json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (
        409, "licenses.organization_needed",
    )  # fmt: skip
    wrong = await vendor.post(LICENSES, json={**body, "billingEmail": "nowhere"})
    assert wrong.status_code == 400
    assert await listed(vendor, _tenantId=body["tenantId"]) == []


async def test_another_license_beside_what_is_paid_is_never_overwritten(
    shop, vendor, report, new_client
):
    body = {"tenantId": str(shop.admin.tenant_id), "seats": 3, "name": "Night shift"}
    made = await ok(await vendor.post(LICENSES, json=body), 201)
    tool = Tool(new_client(), await key_of(vendor, made["fingerprint"]))
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": made["fingerprint"]})
    await report(*purchase.sequence(), purchase.canceled(60))
    assert await tool.code() == "VALID"
    held = {one["name"]: (one["source"], one["maxSeats"]) for one in await listed(
        vendor, _tenantId=str(shop.admin.tenant_id))}  # fmt: skip
    assert held == {"Acme": ("trial", 5), "Night shift": ("issued", 3), "Acme 3": ("paid", 7)}


async def test_time_given_is_kept_whatever_the_provider_reports(shop, tool, vendor, report):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    extend = f"{LICENSES}/{shop.fingerprint}/extend"
    await report(*purchase.sequence())
    given = await ok(await vendor.post(extend, json={"until": day(40)}))
    assert "validTo" not in given
    assert datetime.fromisoformat(given["extendedUntil"]).date().isoformat() == day(40)
    await report(purchase.canceled(60), purchase.canceled(61))
    [seen] = await shop.licenses()
    assert (seen["isOver"], seen["validTo"][:10]) == (False, day(40))
    assert await tool.code() == "VALID"
    file = (await tool.file()).json()["license"]
    assert file["validTo"][:10] == day(40)

    taken_back = await ok(await vendor.post(extend, json={"until": None}))
    assert taken_back["state"] == "EXPIRED"
    assert "extendedUntil" not in taken_back
    assert await tool.code() == "EXPIRED"


async def test_a_longer_trial_ends_later_and_is_told_once_more(shop, tool, world, context):
    over = datetime.fromisoformat((await shop.licenses())[0]["validTo"])
    clock.advance_clock(over - clock.now() + timedelta(minutes=1))
    assert await tool.code() == "EXPIRED"
    await end_expired_trials(context)
    vendor = (await new_backend(world, ["vendor.write.licenses"])).http
    shop.admin = await world.sign_in(shop.admin.id, shop.admin.tenant_id, shop.admin.email)
    extend = f"{LICENSES}/{shop.fingerprint}/extend"
    longer = await ok(await vendor.post(extend, json={"until": day(5)}))
    assert (longer["state"], longer["source"]) == ("VALID", "trial")
    assert await tool.code() == "VALID"
    assert (await shop.licenses())[0]["daysLeft"] == 5
    await end_expired_trials(context)
    assert await ends_told(world, shop) == 1
    clock.advance_clock(timedelta(days=6))
    await end_expired_trials(context)
    assert await ends_told(world, shop) == 2


async def test_a_senseless_day_changes_nothing(shop, vendor):
    extend = f"{LICENSES}/{shop.fingerprint}/extend"
    for wrong in (
        {"until": day(-1)},
        {"until": "2026-02-30"},
        {"until": "soon"},
        {"until": 5.5},
        {},
    ):
        assert (await vendor.post(extend, json=wrong)).status_code == 400
    assert "extendedUntil" not in await ok(await vendor.get(f"{LICENSES}/{shop.fingerprint}"))


async def ends_told(world, shop) -> int:
    said = await audited(world, shop.admin.tenant_id)
    return [action for action, _, _ in said].count("license.trial_ended")


async def test_seats_and_name(shop, tool, vendor, report):
    one = f"{LICENSES}/{shop.fingerprint}"
    for who in ("ann", "bob"):
        await tool.claim(who)
    changed = await ok(await vendor.patch(one, json={"seats": 2, "name": "Acme pilot"}))
    assert (changed["maxSeats"], changed["name"]) == (2, "Acme pilot")
    assert (await tool.claim("cleo")).status_code == 409
    refused = await vendor.patch(one, json={"seats": 1})
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "licenses.seats_in_use")
    assert (await ok(await vendor.patch(one, json={})))["maxSeats"] == 2
    assert (await vendor.patch(one, json={"seats": True})).status_code == 400
    await report(
        *Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint}).sequence()
    )
    refused = await vendor.patch(one, json={"seats": 50})
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "licenses.seats_are_paid")
    assert (await shop.licenses())[0]["maxSeats"] == 7


@pytest.mark.parametrize(("what", "code"), [("suspend", "SUSPENDED"), ("revoke", "REVOKED")])
async def test_stopped_and_restored(shop, tool, vendor, world, what, code):
    seat = (await tool.claim()).json()["id"]
    stopped = await ok(await vendor.post(f"{LICENSES}/{shop.fingerprint}/{what}"))
    assert (stopped["state"], stopped["usedSeats"]) == (code, 0)
    assert await tool.code() == code
    assert (await tool.beat(seat)).status_code == 404
    assert [one["fingerprint"] for one in await listed(
        vendor, _state=code, _tenantId=str(shop.admin.tenant_id))] == [shop.fingerprint]  # fmt: skip
    assert (await shop.licenses())[0]["standing"] == code.lower()
    restored = await ok(await vendor.post(f"{LICENSES}/{shop.fingerprint}/restore"))
    assert restored["state"] == await tool.code() == "VALID"
    assert "standing" not in (await shop.licenses())[0]
    said = [(text, kind) for action, text, kind in await audited(world, shop.admin.tenant_id) if
            action in ("license.suspended", "license.revoked", "license.restored")]  # fmt: skip
    done = {"suspend": "suspended", "revoke": "revoked"}[what]
    assert said == [(f"Acme was {done} by the vendor", "vendor"),
                    ("Acme was restored by the vendor", "vendor")]  # fmt: skip


async def test_all_are_listed_in_pages_and_found(world, vendor):
    names = [f"Zebra {number:02} of {await world.tenant()}" for number in range(5)]
    tenant_id = str(await world.tenant(name=f"Quagga {names[0]}"))
    for number, name in enumerate(names):
        body = {"tenantId": tenant_id, "seats": 1, "name": name, "billingEmail": "a@example.test",
                "until": day(10 + number)}  # fmt: skip
        await ok(await vendor.post(LICENSES, json=body), 201)
    about = {"_tenantId": tenant_id, "_limit": 2, "_sortBy": "name"}
    pages = [
        [one["name"] for one in await listed(vendor, **about, _offset=offset)]
        for offset in (0, 2, 4, 6)
    ]
    assert pages == [names[:2], names[2:4], names[4:], []]
    page = await ok(await vendor.get(LICENSES, params=about))
    assert page["_metadata"] == {"totalItems": 5, "totalPages": 3}
    assert [one["name"] for one in await listed(vendor, _filter=names[3].lower())] == names[3:4]
    assert len(await listed(vendor, _filter=f"quagga {names[0]}")) == 5
    assert await listed(vendor, _filter="50%_") == []
    first = (await listed(vendor, _filter=names[0]))[0]
    assert await listed(vendor, _filter=first["fingerprint"]) == [first]
    down = {"_tenantId": tenant_id, "_sortBy": "validTo", "_order": "DESC"}
    assert [one["name"] for one in await listed(vendor, **down)] == names[::-1]
    ending = end_of(day(11)).isoformat()
    soon = await listed(vendor, _tenantId=tenant_id, _endsBefore=ending, _sortBy="name")
    assert [one["name"] for one in soon] == names[:1]
    assert len(await listed(vendor, _tenantId=tenant_id, _source="issued")) == 5
    assert await listed(vendor, _tenantId=tenant_id, _source="paid") == []


@pytest.mark.parametrize(
    ("state", "facts"),
    [
        ("VALID", "is_past_due = true"),
        ("EXPIRED", "valid_to = now() - interval '1 day'"),
        ("PAUSED", "valid_to = now() - interval '1 day', billing_status = 'paused'"),
        ("PAST_DUE", "valid_to = now() - interval '1 day', is_past_due = true"),
        ("VALID", "valid_to = now() - interval '1 day', extended_until = now() + interval '1 day'"),
        ("SUSPENDED", "valid_to = now() - interval '1 day', suspended_at = now()"),
        ("REVOKED", "suspended_at = now(), revoked_at = now()"),
    ],
)
async def test_each_state_is_found_alone_and_with_what_else_is_asked(
    shop, vendor, db, state, facts
):
    await db.connection.execute(
        f"update licenses set {facts} where fingerprint = $1", shop.fingerprint
    )
    account = {"_tenantId": str(shop.admin.tenant_id)}
    source = (await listed(vendor, **account))[0]["source"]
    soon, long_ago = "2100-01-01T00:00:00Z", "2001-01-01T00:00:00Z"
    for asked in (
        {},
        {"_filter": "acme"},
        {"_endsBefore": soon},
        {"_filter": "acme", "_source": source},
    ):
        for other in get_args(State):
            found = await listed(vendor, **account, **asked, _state=other)
            assert [one["fingerprint"] for one in found] == [shop.fingerprint] * (other == state)
    assert await listed(vendor, **account, _state=state, _endsBefore=long_ago) == []
    assert await listed(vendor, **account, _state=state, _source="issued") == []


async def test_licenses_of_a_deleted_account_are_not_listed(world, vendor):
    name = f"Okapi {await world.tenant()}"
    tenant_id = str(await world.tenant(name=name))
    body = {"tenantId": tenant_id, "seats": 1, "name": "Team", "billingEmail": "a@example.test",
            "until": day(10)}  # fmt: skip
    await ok(await vendor.post(LICENSES, json=body), 201)
    asked = ({"_tenantId": tenant_id}, {"_filter": name})
    assert [len(await listed(vendor, **one)) for one in asked] == [1, 1]
    owner = (await new_backend(world)).http
    assert (await owner.delete(f"/tenants/resources/tenants/v1/{tenant_id}")).is_success
    assert [len(await listed(vendor, **one)) for one in asked] == [0, 0]


async def test_the_timeline_tells_what_people_did_and_what_came_of_each_event(
    shop, client, vendor, report
):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    events = purchase.sequence()
    await report(*events)
    late = purchase.changed(1)
    await report(late)
    for _ in range(2):
        await deliver(client, late)
    await vendor.post(f"{LICENSES}/{shop.fingerprint}/suspend")
    path = f"{LICENSES}/{shop.fingerprint}/timeline"
    entries = (await ok(await vendor.get(path)))["items"]
    assert [entries[0][name] for name in ("kind", "name", "text")] == [
        "audit", "license.suspended", "Acme was suspended by the vendor",
    ]  # fmt: skip
    assert entries[0]["json"]["name"] == "Acme"
    reported = {one["name"]: one for one in entries if one["kind"] == "payment"}
    assert reported["subscription.created"]["text"] == "applied"
    stale = reported["subscription.updated"]
    assert (stale["text"], stale["deliveries"], stale["attempts"]) == (
        "newer facts are known", 3, 0,
    )  # fmt: skip
    bought = [one["name"] for one in entries if one["kind"] == "audit"]
    assert "license.purchased" in bought
    newest = (await ok(await vendor.get(path, params={"_limit": 1})))["items"]
    assert newest == entries[:1]
    before = {"before": entries[0]["at"]}
    assert (await ok(await vendor.get(path, params=before)))["items"] == entries[1:]


async def test_vendor_licenses_need_permission(shop, world, client, vendor):
    reader = (await new_backend(world, ["vendor.read.licenses"])).http
    other = (await new_backend(world, ["vendor.*.tenants"])).http
    one = f"{LICENSES}/{shop.fingerprint}"
    body = {"tenantId": str(shop.admin.tenant_id), "seats": 1}
    writes = [
        ("POST", LICENSES, body),
        ("PATCH", one, {"seats": 1}),
        ("POST", f"{one}/extend", {"until": day(3)}),
        ("POST", f"{one}/suspend", None),
        ("POST", f"{one}/revoke", None),
        ("POST", f"{one}/restore", None),
        ("POST", f"{one}/rotate-key", {}),
        ("POST", f"{LICENSES}/import", {"csv": "tenantId,seats\n"}),
    ]
    reads = [("GET", LICENSES, None), ("GET", one, None), ("GET", f"{one}/timeline", None)]
    for method, path, json in writes + reads:
        for who, status in ((client, 401), (shop.admin.browser, 401), (other, 403)):
            assert (await who.request(method, path, json=json)).status_code == status, path
        expected = 403 if method != "GET" else 200
        assert (await reader.request(method, path, json=json)).status_code == expected, path
    unknown = one.replace(shop.fingerprint, "f" * 32)
    for method, path, json in writes[1:7] + reads[1:]:
        answer = await vendor.request(method, path.replace(one, unknown), json=json)
        assert (answer.status_code, answer.json()["errorCode"]) == (404, "licenses.missing"), path
    gone = await vendor.post(
        LICENSES, json={**body, "tenantId": "00000000-0000-4000-8000-000000000009"}
    )
    assert gone.status_code == 404
    assert [one["maxSeats"] for one in await shop.licenses()] == [5]
    assert "key" not in (await ok(await vendor.get(one)))


@pytest.fixture
def claiming(database, shop):
    """A claim whose transaction is not committed yet."""

    @asynccontextmanager
    async def claim(who: str) -> AsyncIterator[Db]:
        async with database.transaction(Scope.system()) as db:
            connection = await db.open()
            await connection.execute(
                "select id from licenses where fingerprint = $1 for update", shop.fingerprint
            )
            await connection.execute(
                "insert into license_seats (id, tenant_id, license_id, kind, holder, claimed_at,"
                " last_seen_at, lease_until) select $1, tenant_id, id, 'user', $2, $3, $3, $4"
                " from licenses where fingerprint = $5",
                new_id(), who, clock.now(), clock.now() + timedelta(minutes=5), shop.fingerprint,
            )  # fmt: skip
            yield db

    return claim


async def test_a_seat_that_is_claimed_meanwhile_is_not_taken_away(shop, tool, vendor, claiming):
    await tool.claim("ann")
    async with claiming("bob") as db:
        changing = asyncio.create_task(
            vendor.patch(f"{LICENSES}/{shop.fingerprint}", json={"seats": 1})
        )
        await somebody_waits(db)
    refused = await changing
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "licenses.seats_in_use")


async def test_a_seat_that_is_claimed_meanwhile_is_freed_with_the_others(
    shop, tool, vendor, claiming
):
    await tool.claim("ann")
    async with claiming("bob") as db:
        suspending = asyncio.create_task(vendor.post(f"{LICENSES}/{shop.fingerprint}/suspend"))
        await somebody_waits(db)
    assert (await ok(await suspending))["usedSeats"] == 0


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
async def test_an_instant_that_is_in_no_year_of_utc_is_refused(shop, vendor, at):
    for path, query in (
        (LICENSES, {"_endsBefore": at}),
        (f"{LICENSES}/{shop.fingerprint}/timeline", {"before": at}),
    ):
        assert (await vendor.get(path, params=query)).status_code == 400
