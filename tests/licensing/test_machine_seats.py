"""Seats are exact under any number of tools, and lapse when a tool is gone (cases 22, 23, 28, 29)."""

import asyncio
import json
from datetime import datetime, timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.licensing.settings import LicensingSettings
from tests.audit_log import audit_entries
from tests.licensing.provider import Purchase


@pytest.fixture
def lease(settings) -> timedelta:
    return timedelta(seconds=settings.seat_lease_seconds)


async def test_a_seat_is_claimed_and_given_back(tool, shop, lease):
    made = await tool.claim("ann@example.test", name="Ann", hostname="box-1", version="2.0")
    assert made.status_code == 201
    assert made.json().keys() == {"id", "subject", "leaseUntil"}
    assert made.json()["subject"] == "ann@example.test"
    until = datetime.fromisoformat(made.json()["leaseUntil"])
    assert abs(until - clock.now() - lease) < timedelta(seconds=30)
    assert (await shop.licenses())[0]["usedSeats"] == 1
    seat = made.json()["id"]
    for _ in range(2):
        freed = await tool.free(seat)
        assert (freed.status_code, freed.content) == (204, b"")
    assert (await shop.licenses())[0]["usedSeats"] == 0
    gone = await tool.beat(seat)
    assert (gone.status_code, gone.json()["code"]) == (404, "SEAT_GONE")


async def test_the_same_subject_has_one_seat(tool, shop):
    first = await tool.claim("ann")
    clock.advance_clock(timedelta(seconds=30))
    again = await tool.claim("ann")
    assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    assert again.json()["leaseUntil"] > first.json()["leaseUntil"]
    assert (await tool.claim("ann", "machine")).status_code == 201
    assert (await shop.licenses())[0]["usedSeats"] == 2


async def test_claims_at_once_get_exactly_the_paid_seats(tool, shop, settings):
    seats = settings.trial_seats
    answers = await asyncio.gather(*[tool.claim(f"person-{n}") for n in range(seats + 50)])
    codes = [answer.status_code for answer in answers]
    assert (codes.count(201), codes.count(409)) == (seats, 50)
    refused = next(answer for answer in answers if answer.status_code == 409).json()
    assert refused == {
        "code": "NO_SEATS",
        "message": "All seats are in use",
        "maxSeats": seats,
        "usedSeats": seats,
        "kind": "user",
    }
    assert (await shop.licenses())[0]["usedSeats"] == seats


async def test_one_subject_at_once_takes_one_seat(tool, shop):
    answers = await asyncio.gather(*[tool.claim("ann") for _ in range(20)])
    assert sorted(answer.status_code for answer in answers) == [200] * 19 + [201]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert (await shop.licenses())[0]["usedSeats"] == 1


async def test_a_seat_lapses_without_a_heartbeat_and_not_before(tool, settings, lease):
    seats = [(await tool.claim(f"person-{n}")).json()["id"] for n in range(settings.trial_seats)]
    clock.advance_clock(lease - timedelta(seconds=60))
    assert (await tool.claim("late")).status_code == 409
    beaten = await tool.beat(seats[0])
    assert beaten.status_code == 200
    until = datetime.fromisoformat(beaten.json()["leaseUntil"])
    assert abs(until - clock.now() - lease) < timedelta(seconds=30)
    clock.advance_clock(timedelta(seconds=61))
    assert (await tool.beat(seats[1])).status_code == 404
    assert (await tool.beat(seats[0])).status_code == 200
    assert (await tool.validate()).json()["license"]["usedSeats"] == 1
    assert (await tool.claim("late")).status_code == 201
    assert (await tool.validate()).json()["license"]["usedSeats"] == 2
    # A user who was away takes the free seat again.
    assert (await tool.claim("person-1")).status_code == 201


@pytest.mark.parametrize(
    "moment",
    ["2027-01-31T23:55:00+00:00", "2028-02-28T23:58:00+00:00", "2027-12-31T23:59:30+00:00"],
)
async def test_leases_run_across_ends_of_months_and_leap_days(shop, tool, db, lease, moment):
    await db.connection.execute(
        "update licenses set valid_to = null where tenant_id = $1", shop.admin.tenant_id
    )
    clock.advance_clock(datetime.fromisoformat(moment) - clock.now())
    seat = (await tool.claim()).json()
    for _ in range(3):
        clock.advance_clock(lease / 2)
        assert (await tool.beat(seat["id"])).status_code == 200
    clock.advance_clock(lease + timedelta(seconds=1))
    assert (await tool.beat(seat["id"])).status_code == 404


async def test_runs_in_ci_take_no_seat_and_have_their_own_limit(tool, shop, settings, resources):
    usual = resources[LicensingSettings]
    resources.add(LicensingSettings, usual.model_copy(update={"ci_sessions": 3}))
    try:
        answers = await asyncio.gather(*[tool.claim(f"run-{n}", "ci") for n in range(10)])
    finally:
        resources.add(LicensingSettings, usual)
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 7
    assert (await shop.licenses())[0]["usedSeats"] == 0
    people = [await tool.claim(f"person-{n}") for n in range(settings.trial_seats)]
    assert {answer.status_code for answer in people} == {201}


@pytest.mark.parametrize(
    "body",
    [
        None, [], {}, {"kind": "user"}, {"subject": "ann"}, {"kind": "robot", "subject": "ann"},
        {"kind": "user", "subject": ""}, {"kind": "user", "subject": "x" * 201},
        {"kind": "user", "subject": "a\x00b"}, {"kind": "user", "subject": "ann", "hostname": 5},
    ],
)  # fmt: skip
async def test_a_bad_claim_takes_nothing(tool, shop, body):
    answer = await tool.http.post("/api/v1/license/seats", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
    assert (await shop.licenses())[0]["usedSeats"] == 0


async def test_a_seat_that_never_was(tool):
    assert (await tool.beat(str(new_id()))).status_code == 404
    assert (await tool.beat("x")).status_code == 404
    assert (await tool.free(str(new_id()))).status_code == 204


async def test_who_took_a_seat_is_in_the_audit(tool, shop, world):
    seat = (await tool.claim("ann")).json()["id"]
    await tool.claim("ann")
    await tool.free(seat)
    said = await audit_entries(world, shop.admin.tenant_id, "license.seat*")
    assert [row["description"] for row in said] == [
        "ann claimed a seat of Acme",
        "ann released a seat",
    ]


async def test_used_seats_of_tools_keep_a_reduction_out(tool, shop, report, provider_api):
    purchase = Purchase(shop.customer_id, seats=3, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence())
    provider_api.entities[f"/subscriptions/{purchase.subscription_id}"] = purchase.subscription(
        purchase.start
    )
    for name in ("ann", "bob"):
        await tool.claim(name)
    path = f"/api/v1/licenses/{shop.fingerprint}"
    refused = await shop.admin.browser.patch(path, json={"maxSeats": 1})
    assert (refused.status_code, refused.text) == (
        409, "2 seats are in use: ann, bob. Release 1 of them first."
    )  # fmt: skip


async def test_runs_of_one_subject_share_a_seat_until_the_last_one_ends(tool, shop, lease):
    async def used() -> int:
        seats: int = (await shop.licenses())[0]["usedSeats"]
        return seats

    seat = (await tool.claim("ann", use="editor")).json()["id"]
    shared = await tool.claim("ann", use="command-line")
    assert (shared.status_code, shared.json()["id"]) == (200, seat)
    assert (await tool.free(seat, "command-line")).status_code == 204
    assert (await tool.beat(seat, "editor")).status_code == 200
    # One that ended already changes nothing; neither does one that there never was.
    for ended in ("command-line", "another", None):
        assert (await tool.free(seat, ended)).status_code == 204
        assert (await tool.beat(seat, ended)).json()["code"] == "SEAT_GONE"
    assert await used() == 1
    await tool.free(seat, "editor")
    assert await used() == 0


async def test_a_use_lapses_alone_and_the_seat_with_the_last_one(tool, shop, lease):
    seat = (await tool.claim("ann", use="a")).json()["id"]
    clock.advance_clock(lease / 2)
    await tool.claim("ann", use="b")
    clock.advance_clock(lease / 2 + timedelta(seconds=1))
    assert (await tool.beat(seat, "a")).json()["code"] == "SEAT_GONE"
    assert (await tool.beat(seat, "b")).status_code == 200
    assert (await tool.claim("ann", use="a")).status_code == 200
    await tool.free(seat, "b")
    # What is left lasts as long as its own lease.
    clock.advance_clock(lease - timedelta(seconds=1))
    assert (await tool.validate(subject="ann")).json()["code"] == "VALID"
    clock.advance_clock(timedelta(seconds=2))
    assert (await tool.validate(subject="ann")).json()["code"] == "NO_SEAT"


async def test_clients_that_name_no_use_count_as_one(tool, shop):
    seat = (await tool.claim("ann")).json()["id"]
    await tool.claim("ann", use="newer")
    assert (await tool.beat(seat)).status_code == 200
    await tool.free(seat, "newer")
    assert (await tool.beat(seat)).status_code == 200
    await tool.claim("ann", use="newer")
    await tool.free(seat)
    assert (await tool.beat(seat)).json()["code"] == "SEAT_GONE"
    assert (await tool.beat(seat, "newer")).status_code == 200


async def test_a_seat_claimed_before_uses_were_counted_is_one_use(tool, shop, db):
    seat = (await tool.claim("ann")).json()["id"]
    await db.connection.execute("update license_seats set uses = '{}' where id = $1", seat)
    await tool.claim("ann", use="newer")
    await tool.free(seat, "newer")
    assert (await tool.beat(seat)).status_code == 200
    await db.connection.execute("update license_seats set uses = '{}' where id = $1", seat)
    assert (await tool.beat(seat)).status_code == 200
    await tool.free(seat)
    assert (await shop.licenses())[0]["usedSeats"] == 0


async def test_the_last_two_runs_that_end_at_once_free_the_seat(tool, shop):
    seat = (await tool.claim("ann", use="0")).json()["id"]
    for number in range(1, 10):
        await tool.claim("ann", use=str(number))
    await asyncio.gather(*[tool.free(seat, str(number)) for number in range(10)])
    assert (await shop.licenses())[0]["usedSeats"] == 0


async def test_a_seat_has_a_limited_number_of_uses(tool, db):
    seat = (await tool.claim("ann", use="first")).json()["id"]
    stuffed = {f"use-{number}": 10**10 + number for number in range(300)}
    await db.connection.execute(
        "update license_seats set uses = $2::text::jsonb where id = $1", seat, json.dumps(stuffed)
    )
    await tool.claim("ann", use="last")
    kept = json.loads(
        await db.connection.fetchval("select uses::text from license_seats where id = $1", seat)
    )
    assert len(kept) == 200
    assert {"last", "use-299"} <= kept.keys()


@pytest.mark.parametrize("use", ["a b", "x" * 65, "\x00", "ä"])
async def test_a_use_is_named_plainly(tool, use):
    seat = (await tool.claim("ann")).json()["id"]
    answers = [
        await tool.claim("ann", use=use),
        await tool.beat(seat, use),
        await tool.free(seat, use),
    ]
    assert [answer.status_code for answer in answers] == [400] * 3
