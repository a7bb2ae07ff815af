"""A tool asks whether its license may be used, and why not (cases 30, 36, 48)."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, token_hash
from gatehouse.kit.db import Scope
from gatehouse.licensing.errors import LicenseMissing
from gatehouse.licensing.license_api import queries
from gatehouse.licensing.licenses.sealed_keys import seal_plain_keys
from gatehouse.licensing.licenses.seat_queries import HEARTBEAT
from tests.licensing.provider import Purchase, stamp
from tests.licensing.standing import stand
from tests.licensing.tool import API, Tool
from tests.stored import row_contains

NOBODY = "00000000-0000-4000-8000-000000000000"
NOBODYS = "GH-AAAAAAAA-AAAAAAAA-AAAAAAAA-AAAAAAAA"


async def test_a_trial_is_valid(shop, tool, settings):
    answer = await tool.validate(version="1.2.3")
    [trial] = await shop.licenses()
    said = answer.json()
    assert abs(datetime.fromisoformat(said.pop("serverTime")) - clock.now()) < timedelta(minutes=1)
    assert said == {
        "valid": True,
        "code": "VALID",
        "license": {
            "fingerprint": trial["fingerprint"],
            "name": "Acme",
            "licenseType": "trial",
            "isTrial": True,
            "maxSeats": settings.trial_seats,
            "usedSeats": 0,
            "validTo": trial["validTo"],
        },
    }


CALLS: list[tuple[str, str, Any]] = [
    ("POST", "/validate", {}),
    ("POST", "/seats", {"kind": "user", "subject": "ann"}),
    ("POST", f"/seats/{NOBODY}/heartbeat", None),
    ("DELETE", f"/seats/{NOBODY}", None),
    ("POST", "/usage", []),
    ("GET", "/file", None),
]


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
@pytest.mark.parametrize(
    "header",
    [None, "", "License", f"License {NOBODYS}", f"Bearer {NOBODYS}", "License x\\", "License GH-A"],
)
async def test_an_unknown_key_is_refused_alike_everywhere(client, method, path, body, header):
    headers = {} if header is None else {"authorization": header}
    answer = await client.request(method, f"{API}{path}", json=body, headers=headers)
    assert answer.status_code == 401
    assert answer.json() == {"code": "UNKNOWN_KEY", "message": "The license key was not found"}
    assert answer.headers["www-authenticate"] == "License"


async def test_a_session_is_no_key_and_a_key_is_no_session(shop, tool):
    answer = await shop.admin.browser.post(f"{API}/validate", json={})
    assert answer.status_code == 401
    assert (await tool.http.get("/api/v1/licenses")).status_code == 401


async def test_a_trial_that_is_over(tool, shop):
    end = datetime.fromisoformat((await shop.licenses())[0]["validTo"])
    clock.advance_clock(end - clock.now() - timedelta(seconds=5))
    assert await tool.code() == "VALID"
    clock.advance_clock(timedelta(seconds=6))
    assert await tool.code() == "EXPIRED"


@pytest.mark.parametrize(
    ("status", "changes", "code"),
    [
        ("active", {}, "VALID"),
        ("trialing", {}, "VALID"),
        ("paused", {"paused_at": "2026-03-02T10:01:00Z"}, "PAUSED"),
        ("past_due", {}, "PAST_DUE"),  # its grace is long over
        ("canceled", {"canceled_at": "2026-03-02T10:01:00Z"}, "EXPIRED"),
    ],
)
async def test_what_the_provider_says_decides(shop, tool, report, status, changes, code):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence(), purchase.changed(60, status, **changes))
    assert await tool.code() == code


async def test_an_unpaid_license_works_through_its_grace(shop, tool, report, settings):
    start = clock.now() - timedelta(days=20)
    purchase = Purchase(shop.customer_id, start=start, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence(), purchase.changed(20 * 86_400 - 60, "past_due"))
    assert await tool.code() == "VALID"
    clock.advance_clock(timedelta(days=settings.past_due_grace_days))
    assert await tool.code() == "PAST_DUE"


@pytest.mark.parametrize("standing", ["suspended", "revoked"])
async def test_a_license_that_the_vendor_suspended_or_revoked_is_invalid(
    shop, tool, database, standing
):
    code, seat = standing.upper(), (await tool.claim()).json()["id"]
    with pytest.raises(LicenseMissing):
        await stand(database, "f" * 32, standing)
    assert await stand(database, shop.fingerprint, standing) == "Acme"
    assert await tool.code() == code
    for refused in (await tool.claim("bob"), await tool.file()):
        assert (refused.status_code, refused.json()["code"]) == (409, code)
    assert (await tool.beat(seat)).status_code == 404
    assert await stand(database, shop.fingerprint, "restored") == "Acme"
    assert await tool.code() == "VALID"
    assert (await tool.claim()).status_code == 201


async def test_what_is_paid_does_not_bring_back_what_was_revoked(shop, tool, database, report):
    await stand(database, shop.fingerprint, "revoked")
    await report(
        *Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint}).sequence()
    )
    assert await tool.code() == "REVOKED"


async def test_with_a_subject_a_seat_is_asked_for(tool):
    assert await tool.code(subject="ann") == "NO_SEAT"
    await tool.claim("ann")
    assert await tool.code(subject="ann") == "VALID"
    assert await tool.code(subject="ann", kind="user") == "VALID"
    assert await tool.code(subject="ann", kind="machine") == "NO_SEAT"
    assert await tool.code(subject="bob") == "NO_SEAT"


async def test_the_body_may_be_missing(tool):
    """All of it may."""
    answer = await tool.http.post(f"{API}/validate")
    assert (answer.status_code, answer.json()["code"]) == (200, "VALID"), answer.text
    text = await tool.http.post(
        f"{API}/validate", content="{}", headers={"content-type": "text/plain"}
    )
    assert (text.status_code, text.json()["code"]) == (400, "INVALID_REQUEST")


@pytest.mark.parametrize(
    "body", [[], "x", {"subject": ""}, {"kind": "robot"}, {"subject": "a\x00"}]
)
async def test_a_bad_body_is_refused_in_the_tools_shape(tool, body):
    answer = await tool.http.post(f"{API}/validate", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")


async def test_what_no_route_takes_is_told_in_the_tools_shape(tool):
    missing = await tool.http.get(f"{API}/nothing")
    assert (missing.status_code, missing.json()["code"]) == (404, "NOT_FOUND")
    for path in ("validate", "seats/x/heartbeat"):
        wrong = await tool.http.delete(f"{API}/{path}")
        assert (wrong.status_code, wrong.json()["code"]) == (405, "METHOD_NOT_ALLOWED")


async def test_a_key_sees_its_own_tenant_alone(shop, open_shop, tool, tool_of, db):
    """Row-level security is on once the key is known: a key whose tenant does not fit its license, which no
    code makes, opens nothing."""
    other = await open_shop()
    theirs = await tool_of(other)
    assert (await tool.validate()).json()["license"]["fingerprint"] == shop.fingerprint
    assert (await theirs.validate()).json()["license"]["fingerprint"] == other.fingerprint
    seat = (await tool.claim()).json()["id"]
    assert (await theirs.beat(seat)).status_code == 404
    assert (await theirs.free(seat)).status_code == 204
    assert (await tool.beat(seat)).status_code == 200
    assert (await other.licenses())[0]["usedSeats"] == 0


@pytest.mark.parametrize("statement", ["validate", "heartbeat"])
async def test_nothing_of_another_tenant_is_visible_behind_the_key(
    shop, open_shop, database, statement
):
    """Each statement narrows the scope of its transaction to the tenant of the key."""
    other = await open_shop()
    [trial] = await shop.licenses()
    key_hash, now = token_hash(trial["key"]), clock.now()
    everything = "set local gatehouse.scope = 'system'"
    async with database.transaction(Scope(), also=everything) as scoped:
        await scoped.open()
        visible = "select array_agg(distinct tenant_id) from licenses where tenant_id = any($1)"
        both = [shop.admin.tenant_id, other.admin.tenant_id]
        assert set(await scoped.connection.fetchval(visible, both)) == set(both)
        if statement == "validate":
            assert await queries.VALIDATE.first(scoped, key_hash, now, None, None)
        else:
            assert await HEARTBEAT.first(scoped, key_hash, new_id(), now, now, None)
        assert await scoped.connection.fetchval(visible, both) == [shop.admin.tenant_id]


async def test_keys_are_stored_hashed_and_sealed(shop, db):
    [trial] = await shop.licenses()
    key = trial["key"]
    for table in ("licenses", "license_keys", "audits"):
        rows = await db.connection.fetch(
            f"select t::text as row from {table} t where tenant_id = $1", shop.admin.tenant_id
        )
        assert rows
        assert not [row for row in rows if row_contains(row["row"], key)]


async def test_a_key_of_the_version_before_still_opens_and_is_sealed(shop, db, context, new_client):
    """It writes the key in the clear; a trigger has its hash, and a job seals it."""
    old_key = NOBODYS.replace("AAAAAAAA-", "BBBBBBBB-", 1)
    await db.connection.execute(
        "insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,"
        " key, fingerprint, created_at, updated_at)"
        " select $2, tenant_id, organization_id, 'Old', 'teams', false, 2, $3, $4, now(), now()"
        " from licenses where tenant_id = $1",
        shop.admin.tenant_id, new_id(), old_key, "b" * 32,
    )  # fmt: skip
    tool = Tool(new_client(), old_key)
    for _ in range(2):
        assert await tool.code() == "VALID"
        assert [one["key"] for one in await shop.licenses() if one["name"] == "Old"] == [old_key]
        await seal_plain_keys(context)
    stored = await db.connection.fetchval(
        "select key from licenses where fingerprint = $1", "b" * 32
    )
    assert stored is None
    await db.connection.execute("delete from licenses where fingerprint = $1", "b" * 32)


async def test_a_pause_takes_the_right_away_and_a_resume_gives_it_back(shop, tool, report):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    at = stamp(purchase.start + timedelta(seconds=60))
    await report(*purchase.sequence(), purchase.changed(60, "paused", paused_at=at))
    assert await tool.code() == "PAUSED"
    await report(purchase.changed(120))
    assert await tool.code() == "VALID"
