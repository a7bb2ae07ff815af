"""Reports: seen as a page, mailed at once to people of the account, and by themselves to administrators."""

import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.units import UnitsFailed
from gatehouse.reports.content import MENDS
from gatehouse.reports.jobs import send_due_reports
from gatehouse.reports.models import Cadence, compute_next_report_time
from gatehouse.security_center.models import RecommendationCode
from tests.audit.entries import add
from tests.backend import new_backend
from tests.directory.deleted import delete, restore
from tests.world import Db, Person, World

LIST = "/reports/resources/reports/v2/tenant-reports"
PREVIEW = "/reports/engine/resources/triggers/v1/preview-report"
SEND = "/reports/engine/resources/triggers/v1/tenant-reports"


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
def send(resources, run_jobs):
    """What the schedule does."""

    async def run() -> None:
        await send_due_reports(JobContext(resources[Database], resources, 1, 1, False))
        await run_jobs()

    return run


async def ids(person: Person) -> dict[str, str]:
    listed = (await person.browser.get(LIST)).json()
    return {one["name"]: one["id"] for one in listed}


def filters(**values: Any) -> str:
    return base64.b64encode(json.dumps(values).encode()).decode()


async def schedule(person: Person, report: str, **body: Any) -> httpx.Response:
    return await person.browser.post(
        f"/reports/resources/reports/v2/{report}/tenant-reports", json=body
    )


def body_of(mail: Any) -> str:
    text: str = mail.get_body(("plain",)).get_content()
    return text


async def test_what_happened_is_counted(world: World, db: Db, admin: Person):
    for action, severity in (
        ("user.authenticated", "Info"),
        ("user.authenticated", "Info"),
        ("user.failed_authentication", "Medium"),
        ("user.removed", "High"),
    ):
        await add(db, admin.tenant_id, action, severity=severity)
    await add(db, admin.tenant_id, "user.authenticated", ago=timedelta(days=10))
    report = (await ids(admin))["Account activity"]
    asked = {"templateId": report, "responseType": "html", "dataFilters": filters(days=7)}
    page = await admin.browser.get(PREVIEW, params=asked)
    assert page.headers["content-type"].startswith("text/html")
    assert "sandbox" in page.headers["content-security-policy"]
    for name, number in (("Sign-ins", 2), ("Failed sign-ins", 1), ("Severe events", 1)):
        assert f">{name}</td><td" in page.text
        assert f'font-weight: 600">{number}</td>' in page.text
    longer = await admin.browser.get(PREVIEW, params=asked | {"dataFilters": filters(days=30)})
    assert 'font-weight: 600">3</td>' in longer.text


async def test_the_score_is_that_of_the_security_center(admin: Person):
    center = (await admin.browser.get("/security-center/resources/recommendations/v1")).json()
    report = (await ids(admin))["Account security"]
    page = await admin.browser.get(PREVIEW, params={"templateId": report})
    assert f"{center['scoring']['score']} of 100" in page.text
    for one in center["recommendations"]["items"]:
        assert MENDS[one["code"]] in page.text


async def test_it_is_mailed_to_people_of_the_account_only(world: World, admin: Person, run_jobs):
    member = await world.person(tenant_id=admin.tenant_id)
    stranger = await world.person()
    report = (await ids(admin))["Account activity"]
    refused = await admin.browser.post(
        SEND, json={"templateId": report, "to": [member.email, stranger.email]}
    )
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "reports.not_a_member")
    sent = await admin.browser.post(SEND, json={"templateId": report, "to": [member.email.upper()]})
    assert sent.status_code == 200
    await run_jobs()
    assert world.mails(stranger.email) == []
    [mail] = world.mails(member.email)
    assert "Sign-ins: 0" in body_of(mail)


async def test_it_is_mailed_by_itself_while_it_is_on(world: World, admin: Person, send):
    report = (await ids(admin))["Account security"]
    answer = await schedule(admin, report, interval="daily", tz="Europe/Berlin")
    assert answer.json()["schedule"] == {
        "interval": "daily", "cron": "0 7 * * *", "tz": "Europe/Berlin", "active": True,
        "dataFilters": {"days": 1},
    }  # fmt: skip
    await send()
    assert world.mails(admin.email) == []
    clock.advance_clock(timedelta(days=1))
    await send()
    await send()
    [mail] = world.mails(admin.email)
    assert "Security score" in body_of(mail)
    admin = await world.sign_in(admin.id, admin.tenant_id, admin.email)
    off = await schedule(admin, report, interval="daily", active=False)
    assert off.json()["status"] == "inactive"
    clock.advance_clock(timedelta(days=1))
    await send()
    assert len(world.mails(admin.email)) == 1


async def test_the_list_is_narrowed_down_and_sorted(admin: Person):
    await schedule(admin, (await ids(admin))["Account security"], interval="weekly")

    async def names(**query: Any) -> list[str]:
        asked = {name: json.dumps(value) for name, value in query.items()}
        listed = await admin.browser.get(LIST, params=asked)
        return [one["name"] for one in listed.json()]

    assert await names() == ["Account activity", "Account security"]
    assert await names(sort={"column": "name", "direction": "desc"}) == [
        "Account security",
        "Account activity",
    ]
    assert await names(filters={"query": "SECUR"}) == ["Account security"]
    by = {"column": "status", "filterType": "equal", "value": "active"}
    assert await names(filters={"filterBy": by}) == ["Account security"]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"responseType": "pdf"}, "reports.only_html"),
        ({"dataFilters": "%%%"}, "reports.query_refused"),
        ({"dataFilters": filters(days=0)}, "reports.query_refused"),
        ({"dataFilters": "bm9uZQ=="}, "reports.query_refused"),
    ],
)
async def test_refused_previews(admin: Person, query: dict[str, str], code: str):
    refused = await admin.browser.get(PREVIEW, params=query)
    assert (refused.status_code, refused.json()["errorCode"]) == (400, code)


async def test_refusals(world: World, admin: Person):
    report = (await ids(admin))["Account security"]
    assert (await admin.browser.get(LIST, params={"sort": "{"})).status_code == 400
    assert (await schedule(admin, report, tz="Mars/Olympus")).status_code == 400
    assert (await schedule(admin, report, interval="custom")).status_code == 400
    missing = await schedule(admin, "00000000-0000-4000-8000-000000000000")
    assert (missing.status_code, missing.json()["errorCode"]) == (404, "reports.not_found")
    auditor = await world.person(permissions=("fe.secure.read.audits",))
    assert (await auditor.browser.get(PREVIEW)).status_code == 200
    secret = await auditor.browser.get(PREVIEW, params={"templateId": report})
    assert secret.status_code == 403
    assert (await schedule(auditor, report)).status_code == 403


@pytest.mark.parametrize(
    ("cadence", "zone", "now", "expected"),
    [
        ("daily", "UTC", "2026-11-22T06:59", "2026-11-22T07:00"),
        ("daily", "UTC", "2026-11-22T07:00", "2026-11-23T07:00"),
        ("daily", "Europe/Berlin", "2026-11-22T06:30", "2026-11-23T06:00"),
        # Clocks go back in the night.
        ("daily", "Europe/Berlin", "2026-10-24T12:00", "2026-10-25T06:00"),
        ("weekly", "UTC", "2026-11-22T12:00", "2026-11-23T07:00"),
        ("weekly", "UTC", "2026-11-23T07:30", "2026-11-30T07:00"),
        ("monthly", "UTC", "2026-12-01T08:00", "2027-01-01T07:00"),
    ],
)
def test_when_it_is_sent(cadence: Cadence, zone: str, now: str, expected: str):
    found = compute_next_report_time(cadence, zone, datetime.fromisoformat(f"{now}+00:00"))
    assert found.astimezone(UTC) == datetime.fromisoformat(f"{expected}+00:00")


def test_every_recommendation_has_words():
    assert set(MENDS) == set(get_args(RecommendationCode))


async def test_of_a_deleted_account_none_is_mailed(world: World, admin: Person, send):
    await schedule(admin, (await ids(admin))["Account security"], interval="daily")
    await delete((await new_backend(world)).http, admin.tenant_id)
    clock.advance_clock(timedelta(days=2))
    await send()
    assert world.mails(admin.email) == []
    # What was missed comes once.
    backend = (await new_backend(world)).http
    assert (await restore(backend, admin.tenant_id)).status_code == 200
    await send()
    await send()
    assert len(world.mails(admin.email)) == 1


async def test_one_bad_schedule_of_twenty_stops_no_other(world: World, db: Db, send, run_jobs):
    admins = [await world.person("Admin") for _ in range(20)]
    report = (await ids(admins[0]))["Account security"]
    for one in admins:
        await schedule(one, report, interval="daily")
    await db.connection.execute(
        "update report_schedules set days = 2000000000 where tenant_id = $1",
        admins[6].tenant_id,
    )
    clock.advance_clock(timedelta(days=1))
    for _ in range(2):
        with pytest.raises(UnitsFailed, match=r"1 of reports\.send failed"):
            await send()
        await run_jobs()
    mailed = [len(world.mails(one.email)) for one in admins]
    assert mailed == [1] * 6 + [0] + [1] * 13
    # It is tried again at each run.
    await db.connection.execute(
        "update report_schedules set days = 1 where tenant_id = $1", admins[6].tenant_id
    )
    await send()
    assert len(world.mails(admins[6].email)) == 1
