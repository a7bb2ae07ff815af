"""The wire of a relay, and what its file, its clock and its vendor decide."""

import asyncio
import base64
import json
import sqlite3
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest
from pydantic import SecretStr

from gatehouse.kit import clock
from gatehouse.relay.process import open_relay
from gatehouse.relay.upstream import sync_forever
from tests.licensing.provider import Purchase
from tests.licensing.standing import stand
from tests.licensing.tool import Tool

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
async def running(shop, report, settings):
    """A subscription of as many seats as the trial had: its files have no end but their own."""
    purchase = Purchase(
        shop.customer_id, seats=settings.trial_seats, custom_data={"overwrite": shop.fingerprint}
    )
    await report(*purchase.sequence())


async def test_without_a_file_it_leases_nothing_and_says_so(bare):
    for answer in (await bare.tool.validate(), await bare.tool.claim(), await bare.tool.file()):
        assert (answer.status_code, answer.json()["code"]) == (409, "NO_FILE")
    assert (await bare.tool.http.get("/healthz")).status_code == 503
    await bare.drop_in()
    assert (await bare.tool.claim()).status_code == 201
    assert (await bare.tool.http.get("/healthz")).json() == {"status": "VALID"}


async def test_its_key_is_set_as_people_bring_it(bare, key):
    """From a file of Windows, in small letters: tools that have the key are admitted."""
    given = bare.settings.model_copy(update={"key": SecretStr(f"{key.lower()}\r\n")})
    desk = open_relay(given)
    desk.require_key(key)
    desk.close()


async def test_the_wire_is_that_of_the_server(relay, new_client, key, public_keys):
    """Each call answers with the same status and the same fields."""
    server, here = Tool(new_client(), key), relay.tool
    for calls in zip(await _every_call(server), await _every_call(here), strict=True):
        (name, there), (_, answer) = calls
        assert (name, answer.status_code) == (name, there.status_code)
        if name != "file":
            assert _fields(answer) == _fields(there), name
        else:
            assert _fields(answer) == _fields(there) | {"relay"}
    published = await here.http.get("/.well-known/gatehouse-license-keys.json")
    assert published.json() == public_keys


async def _every_call(tool: Tool) -> list[tuple[str, httpx.Response]]:
    seat = (await tool.claim("ann")).json()["id"]
    event = {"type": "session", "subject": "ann", "at": clock.now().isoformat(), "id": "e-1"}
    nobody = "00000000-0000-0000-0000-000000000000"
    calls = [
        ("validate", await tool.validate()),
        ("no seat", await tool.validate(subject="bob")),
        ("again", await tool.claim("ann")),
        ("beat", await tool.beat(seat)),
        ("gone", await tool.beat(nobody)),
        ("usage", await tool.report(event)),
        ("bad usage", await tool.report({"type": "session"})),
        ("bad claim", await tool.claim("x" * 300)),
        ("file", await tool.file("ann")),
        ("file of nobody", await tool.file("bob")),
        ("free", await tool.free(seat)),
        ("free again", await tool.free(seat)),
    ]
    calls += [(f"full {n}", await tool.claim(f"p-{n}")) for n in range(6)]
    tool.http.headers["authorization"] = "License GH-AAAAAAAA-AAAAAAAA-AAAAAAAA-AAAAAAAA"
    calls += [("unknown", await tool.validate()), ("unknown claim", await tool.claim())]
    return calls


def _fields(answer: httpx.Response) -> set[str]:
    if not answer.content:
        return set()
    body = answer.json()
    code = {f"code={body['code']}"} if "code" in body else set()
    return set(body) | code | {f"license.{one}" for one in body.get("license", {})}


async def test_exactly_as_many_as_are_paid_of_many_at_once(relay, settings):
    tool = relay.tool
    answers = await asyncio.gather(*[tool.claim(f"person-{n}") for n in range(55)])
    taken = [one for one in answers if one.status_code == 201]
    assert len(taken) == settings.trial_seats
    assert {one.json()["code"] for one in answers if one not in taken} == {"NO_SEATS"}


async def test_runs_in_ci_take_none_and_have_a_limit(relay, settings):
    codes = [(await relay.tool.claim(f"run-{n}", kind="ci")).status_code for n in range(51)]
    assert codes == [201] * 50 + [409]
    said = (await relay.tool.validate()).json()["license"]
    assert (said["usedSeats"], said["maxSeats"]) == (0, settings.trial_seats)


async def test_a_seat_lapses_without_heartbeats_and_is_kept_by_them(relay, settings):
    tool = relay.tool
    seats = [(await tool.claim(f"p-{n}")).json()["id"] for n in range(settings.trial_seats)]
    for _ in range(3):
        clock.advance_clock(timedelta(seconds=600))
        assert (await tool.beat(seats[0])).status_code == 200
    assert (await tool.beat(seats[1])).json()["code"] == "SEAT_GONE"
    assert (await tool.validate()).json()["license"]["usedSeats"] == 1
    assert (await tool.claim("somebody else")).status_code == 201


async def test_what_it_leased_outlives_a_restart(relay):
    seat = (await relay.tool.claim("ann")).json()["id"]
    relay.restart()
    assert (await relay.tool.beat(seat)).status_code == 200
    assert (await relay.tool.claim("ann")).json()["id"] == seat


async def test_the_file_ends_and_a_newer_one_goes_on(relay, network):
    network.is_cut = True
    seat = (await relay.tool.claim("ann")).json()["id"]
    clock.advance_clock(31 * DAY)
    assert await relay.tool.code() == "OFFLINE_TOO_LONG"
    assert (await relay.tool.claim()).json()["code"] == "OFFLINE_TOO_LONG"
    assert (await relay.tool.beat(seat)).json()["code"] == "SEAT_GONE"
    network.is_cut = False
    await relay.drop_in()
    assert await relay.tool.code() == "VALID"
    assert (await relay.tool.claim()).status_code == 201


async def test_a_license_that_ends_says_so(relay, shop, db):
    await db.connection.execute(
        "update licenses set valid_to = $2 where fingerprint = $1",
        shop.fingerprint, clock.now() + 3 * DAY,
    )  # fmt: skip
    clock.advance_clock(timedelta(seconds=2))
    await relay.drop_in()
    assert await relay.tool.code() == "VALID"
    clock.advance_clock(4 * DAY)
    assert await relay.tool.code() == "EXPIRED"


async def test_a_clock_that_was_set_back_leases_nothing_until_it_is_right_again(relay):
    clock.advance_clock(10 * DAY)
    assert await relay.tool.code() == "VALID"
    clock.advance_clock(-9 * DAY)
    assert await relay.tool.code() == "CLOCK_SET_BACK"
    assert (await relay.tool.claim()).json()["code"] == "CLOCK_SET_BACK"
    relay.restart()
    assert await relay.tool.code() == "CLOCK_SET_BACK"
    clock.advance_clock(9 * DAY)
    assert await relay.tool.code() == "VALID"


async def test_a_little_set_back_gains_nothing(relay):
    """Once a day, by less than a day: the file still ends when it ends."""
    clock.advance_clock(29 * DAY)
    assert await relay.tool.code() == "VALID"
    before = (await relay.tool.validate()).json()["serverTime"]
    clock.advance_clock(-DAY + timedelta(hours=1))
    assert (await relay.tool.validate()).json()["serverTime"] >= before
    clock.advance_clock(DAY - timedelta(hours=1) + 2 * DAY)
    assert await relay.tool.code() == "OFFLINE_TOO_LONG"


async def test_a_clock_that_was_ahead_is_mended_by_a_newer_file(relay):
    clock.advance_clock(400 * DAY)
    assert await relay.tool.code() == "OFFLINE_TOO_LONG"
    clock.advance_clock(-400 * DAY + timedelta(minutes=1))
    assert await relay.tool.code() == "CLOCK_SET_BACK"
    await relay.drop_in()
    assert await relay.tool.code() == "VALID"


@pytest.mark.parametrize("wrong", ["other relay", "plain", "changed", "older", "no file"])
async def test_a_file_that_does_not_count_changes_nothing(relay, shop, wrong):
    first = await relay.file()
    clock.advance_clock(timedelta(minutes=1))
    await relay.drop_in()
    assert await relay.tool.code() == "VALID"
    made = await relay.file()
    if wrong == "other relay":
        there = base64.urlsafe_b64encode(bytes(range(32))).rstrip(b"=").decode()
        path = f"/api/v1/licenses/{shop.fingerprint}/file"
        answer = await shop.admin.browser.get(path, params={"relayKey": there})
        made = answer.raise_for_status().json()
    if wrong == "plain":
        made = (await shop.admin.browser.get(f"/api/v1/licenses/{shop.fingerprint}/file")).json()
    if wrong == "changed":
        made["license"]["maxSeats"] += 1
    if wrong == "older":
        made = first
    if wrong == "no file":
        made = {"license": [], "algorithm": 1.5}
    await relay.drop_in(made)
    assert (await relay.tool.validate()).json()["license"]["maxSeats"] == 5
    relay.restart()
    assert await relay.tool.code() == "VALID"


async def test_fewer_seats_in_a_newer_file_free_those_beyond(relay, shop, db):
    for n in range(4):
        await relay.tool.claim(f"p-{n}")
        clock.advance_clock(timedelta(seconds=1))
    await db.connection.execute(
        "update licenses set max_seats = 2 where fingerprint = $1", shop.fingerprint
    )
    await relay.drop_in()
    said = (await relay.tool.validate()).json()["license"]
    assert (said["maxSeats"], said["usedSeats"]) == (2, 2)
    assert await relay.tool.code(subject="p-3") == "VALID"
    assert await relay.tool.code(subject="p-0") == "NO_SEAT"


async def test_use_is_kept_and_forwarded_once_when_the_vendor_is_reached(relay, network, shop, db):
    event = {"type": "report.made", "subject": "ann", "at": clock.now().isoformat()}
    for n in range(3):
        assert (
            await relay.tool.report(event | {"id": f"{shop.fingerprint}-{n}"})
        ).status_code == 202
    network.is_cut = True
    with pytest.raises(httpx.ConnectError):
        await relay.call_home()
    network.is_cut = False
    relay.restart()
    for _ in range(2):
        await relay.call_home()
    count = "select count(*) from license_usage where tenant_id = $1"
    assert await db.connection.fetchval(count, shop.admin.tenant_id) == 3
    assert relay.desk.relay.store.count_usage() == 0


async def test_online_it_renews_its_file_and_hears_of_a_revocation(relay, shop, database):
    clock.advance_clock(29 * DAY)
    await relay.call_home()
    clock.advance_clock(20 * DAY)
    assert await relay.tool.code() == "VALID"
    seat = (await relay.tool.claim("ann")).json()["id"]
    await stand(database, shop.fingerprint, "revoked")
    await relay.call_home()
    assert await relay.tool.code() == "REVOKED"
    assert (await relay.tool.beat(seat)).status_code == 404
    assert (await relay.tool.claim()).json()["code"] == "REVOKED"
    await stand(database, shop.fingerprint, "restored")
    await relay.call_home()
    assert await relay.tool.code() == "VALID"


class Trickle(httpx.AsyncByteStream):
    """A byte now and then, without end."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(0.001)
            yield b" "


async def test_a_vendor_whose_answer_never_ends_is_asked_again(relay, monkeypatch):
    monkeypatch.setattr("gatehouse.relay.upstream.LONGEST_SECONDS", 0.05)
    monkeypatch.setattr("gatehouse.relay.upstream.EVERY_SECONDS", 0)
    answers, is_asked_again = [httpx.Response(200, stream=Trickle())], asyncio.Event()

    def vendor(_: httpx.Request) -> httpx.Response:
        if answers:
            return answers.pop()
        is_asked_again.set()
        return httpx.Response(503, json={})

    http = httpx.AsyncClient(transport=httpx.MockTransport(vendor), base_url="https://vendor.test")
    asking = asyncio.create_task(sync_forever(relay.desk, http))
    async with asyncio.timeout(20):
        await is_asked_again.wait()
    asking.cancel()


async def test_a_disk_that_was_full_is_used_again_once_there_is_room(relay):
    """Nothing is leased meanwhile, and nothing has to be started anew."""
    seat = (await relay.tool.claim("ann")).json()["id"]
    disk = relay.desk.relay.store._db
    pages = disk.execute("pragma page_count").fetchone()[0]
    disk.execute(f"pragma max_page_count = {pages}")
    events = [
        {
            "type": "report.made",
            "subject": "a" * 200,
            "at": clock.now().isoformat(),
            "id": f"{n:>060}",
        }
        for n in range(500)
    ]
    with pytest.raises(sqlite3.OperationalError):
        await relay.tool.http.post("/api/v1/license/usage", json=events)
    disk.execute("pragma max_page_count = 100000")
    answer = await relay.tool.http.post("/api/v1/license/usage", json=events)
    assert answer.status_code == 202
    assert (await relay.tool.beat(seat)).status_code == 200


async def test_a_file_is_for_a_relay_or_a_subject_and_its_key_is_one(relay, new_client, key):
    http = new_client()
    http.headers["authorization"] = f"License {key}"
    mine = relay.desk.relay.own.public
    for asked in (
        {"relayKey": "x" * 43},
        {"relayKey": mine[:-1]},
        {"relayKey": mine, "subject": "a"},
    ):
        assert (await http.get("/api/v1/license/file", params=asked)).status_code == 400, asked
    made = (await http.get("/api/v1/license/file", params={"relayKey": mine})).json()["license"]
    assert made["relayKey"] == mine
    assert made["subject"].startswith("relay ")
    plain = (await http.get("/api/v1/license/file")).json()["license"]
    assert "relayKey" not in plain
    assert plain["subject"] is None


async def test_its_private_key_and_its_store_are_for_its_user_alone(relay):
    await relay.tool.claim()
    folder = relay.settings.folder
    assert [(folder / name).stat().st_mode & 0o77 for name in ("relay.key", "relay.db")] == [0, 0]
    assert json.loads(relay.settings.file_path.read_text())["license"]["maxSeats"] == 5


async def test_runs_of_one_subject_share_a_seat_until_the_last_one_ends(relay, settings):
    """As at the server, also across a restart, and beside a client that names no use."""
    tool = relay.tool

    async def used() -> int:
        seats: int = (await relay.tool.validate()).json()["license"]["usedSeats"]
        return seats

    seat = (await tool.claim("ann", use="editor")).json()["id"]
    for use in ("command-line", ""):
        assert (await tool.claim("ann", use=use)).json()["id"] == seat
    await tool.free(seat, "command-line")
    relay.restart()
    assert (await relay.tool.beat(seat, "command-line")).json()["code"] == "SEAT_GONE"
    await relay.tool.free(seat)
    assert (await relay.tool.beat(seat)).json()["code"] == "SEAT_GONE"
    assert (await relay.tool.beat(seat, "editor")).status_code == 200
    assert await used() == 1
    await relay.tool.free(seat, "editor")
    assert await used() == 0


async def test_a_use_lapses_alone_and_the_seat_with_the_last_one(relay):
    tool = relay.tool
    seat = (await tool.claim("ann", use="a")).json()["id"]
    clock.advance_clock(timedelta(seconds=600))
    await tool.claim("ann", use="b")
    clock.advance_clock(timedelta(seconds=600))
    assert (await tool.beat(seat, "a")).json()["code"] == "SEAT_GONE"
    assert (await tool.beat(seat, "b")).status_code == 200


async def test_a_folder_from_before_uses_were_counted_is_taken_on(relay):
    seat = (await relay.tool.claim("ann")).json()["id"]
    relay.desk.relay.store._db.execute("alter table seats drop column uses")
    relay.restart()
    assert (await relay.tool.beat(seat)).status_code == 200
    await relay.tool.claim("ann", use="newer")
    await relay.tool.free(seat, "newer")
    assert (await relay.tool.beat(seat)).status_code == 200
    await relay.tool.free(seat)
    assert (await relay.tool.validate()).json()["license"]["usedSeats"] == 0
