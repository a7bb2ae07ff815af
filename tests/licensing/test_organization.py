import asyncio
from datetime import UTC, datetime, time, timedelta

import pytest

from gatehouse.kit import clock
from tests.audit_log import audit_entries


async def test_a_new_account_has_no_organization(world):
    admin = await world.person("Admin")
    answer = await admin.browser.get("/api/v1/organization")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text == "The organization does not exist yet"


async def test_a_new_organization_has_the_callers_billing_address(world):
    admin = await world.person("Admin")
    made = await admin.browser.post("/api/v1/organization", json={"name": "Acme"})
    assert made.status_code == 201
    assert made.json()["name"] == "Acme"
    assert made.json()["billingEmail"] == admin.email
    assert (await admin.browser.get("/api/v1/organization")).json() == made.json()


async def test_name_and_address_can_be_given(world):
    admin = await world.person("Admin")
    body = {"name": "  Acme Labs ", "billingEmail": "Billing@Example.com", "unknown": 1}
    made = await admin.browser.post("/api/v1/organization", json=body)
    assert made.json()["name"] == "Acme Labs"
    assert made.json()["billingEmail"] == "billing@example.com"


@pytest.mark.parametrize(
    "body",
    [
        None,
        {},
        {"name": None},
        {"name": ""},
        {"name": "   "},
        {"billingEmail": "billing@example.com"},
        {"name": 3},
        {"name": "x" * 201},
        {"name": "a\x00b"},
        {"name": "Acme", "billingEmail": "nobody"},
        {"name": "Acme", "billingEmail": "a\x00@example.com"},
        {"name": "Acme", "billingEmail": "a" * 400 + "@example.com"},
        [],
        "text",
    ],
)
async def test_a_bad_body_is_refused_and_nothing_is_made(world, body):
    admin = await world.person("Admin")
    answer = await admin.browser.post("/api/v1/organization", json=body)
    assert answer.status_code == 400
    assert answer.headers["content-type"].startswith("text/plain")
    assert (await admin.browser.get("/api/v1/organization")).status_code == 404


async def test_the_second_is_refused(world):
    admin = await world.person("Admin")
    await admin.browser.post("/api/v1/organization", json={"name": "Acme"})
    again = await admin.browser.post("/api/v1/organization", json={"name": "Other"})
    assert (again.status_code, again.text) == (409, "The organization already exists")
    assert len((await admin.browser.get("/api/v1/licenses")).json()) == 1


async def test_calls_at_once_create_one_organization_with_one_trial(world):
    admin = await world.person("Admin")
    answers = await asyncio.gather(
        *[admin.browser.post("/api/v1/organization", json={"name": "Acme"}) for _ in range(12)]
    )
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 11
    assert len((await admin.browser.get("/api/v1/licenses")).json()) == 1
    entries = await audit_entries(world, admin.tenant_id)
    assert [(entry["action"], entry["email"]) for entry in entries] == [
        ("organization.created", admin.email)
    ]


@pytest.mark.parametrize("hour", [0, 11, 23])
async def test_a_trial_lasts_through_its_last_day_of_utc(world, settings, hour):
    today = clock.now()
    clock.advance_clock(datetime.combine(today.date() + timedelta(1), time(hour, 30), UTC) - today)
    start = clock.now()
    admin = await world.person("Admin")
    await admin.browser.post("/api/v1/organization", json={"name": "Acme"})
    trial = (await admin.browser.get("/api/v1/licenses")).json()[0]
    last_day = start.date() + timedelta(settings.trial_days)
    assert datetime.fromisoformat(trial["validTo"]) == datetime.combine(last_day, time.max, UTC)
    assert trial["daysLeft"] == settings.trial_days
    clock.advance_clock(timedelta(settings.trial_days))
    admin = await world.sign_in(admin.id, admin.tenant_id, admin.email)
    assert (await admin.browser.get("/api/v1/licenses")).json()[0]["daysLeft"] == 0


async def test_changing_the_organization_needs_permission(world):
    member = await world.person("ReadOnly")
    assert (
        await member.browser.post("/api/v1/organization", json={"name": "Acme"})
    ).status_code == 403
    assert (await member.browser.get("/api/v1/organization")).status_code == 404
    stranger = await world.person()
    assert (await stranger.browser.get("/api/v1/organization")).status_code == 403


async def test_an_organization_belongs_to_one_tenant(world):
    mine, theirs = await world.person("Admin"), await world.person("Admin")
    await mine.browser.post("/api/v1/organization", json={"name": "Acme"})
    assert (await theirs.browser.get("/api/v1/organization")).status_code == 404
    assert (
        await theirs.browser.post("/api/v1/organization", json={"name": "Acme"})
    ).status_code == 201
