"""The client package against the server: seats, refusals, and what holds without the network."""

import asyncio
from datetime import timedelta

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse_license import FileRefused, NoSeats, Refused, Unreachable
from tests.licensing.provider import Purchase
from tests.licensing.standing import stand

DAY = timedelta(days=1)


@pytest.fixture
async def running(shop, report, settings):
    """A subscription of as many seats as the trial had."""
    purchase = Purchase(
        shop.customer_id, seats=settings.trial_seats, custom_data={"overwrite": shop.fingerprint}
    )
    await report(*purchase.sequence())


async def used(shop) -> int:
    seats: int = (await shop.licenses())[0]["usedSeats"]
    return seats


async def test_a_seat_is_held_meanwhile_and_the_session_reported(new_tool, shop, db):
    tool = await new_tool("ann@acme.test", version="2.0", name="Ann")
    async with tool.seat() as seat:
        assert seat.status == "online"
        assert seat.file.subject == "ann@acme.test"
        assert await used(shop) == 1
    assert await used(shop) == 0
    [event] = await db.connection.fetch(  # the API shows no single events
        "select type, subject, version from license_usage where tenant_id = $1",
        shop.admin.tenant_id,
    )
    assert tuple(event) == ("session", "ann@acme.test", "2.0")


async def test_names_and_versions_of_any_length_are_taken(new_tool, shop, world):
    version = ("2.0" + "x" * 80)[:64]
    tool = await new_tool("ann@acme.test", version="2.0\n" + "x" * 80, name="A\nnn" + "n" * 300)
    async with tool.seat() as seat:
        assert seat.status == "online"
        [held] = await shop.seats(world)
        assert (held["name"], held["version"]) == (("Ann" + "n" * 300)[:200], version)
    used_versions = (await shop.statistics())["versions"]
    assert used_versions == [{"version": version, "active": 1}]


async def test_when_all_seats_are_held_the_next_one_is_told_so(new_tool, shop, settings):
    for number in range(settings.trial_seats):
        await (await new_tool(f"person-{number}")).take()
    late = await new_tool("late")
    with pytest.raises(NoSeats, match="All seats are in use") as refused:
        await late.take()
    assert refused.value.max_seats == settings.trial_seats
    assert await used(shop) == settings.trial_seats


async def test_a_run_in_ci_takes_none(new_tool, shop):
    run = await new_tool(None, environ={"CI": "true"})
    seat = await run.take()
    assert (seat.who.kind, seat.status) == ("ci", "online")
    assert await used(shop) == 0


async def test_without_the_network_the_file_of_a_held_seat_speaks(new_tool, network, running):
    async with (await new_tool()).seat():
        pass
    network.is_cut = True
    seat = await (await new_tool()).take()
    assert (seat.status, seat.file.subject) == ("offline", "ann")
    clock.advance_clock(29 * DAY)
    assert (await (await new_tool()).take()).status == "offline"
    clock.advance_clock(2 * DAY)
    with pytest.raises(FileRefused) as refused:
        await (await new_tool()).take()
    assert refused.value.code == "OFFLINE_TOO_LONG"
    network.is_cut = False
    assert (await (await new_tool()).take()).status == "online"


@pytest.mark.parametrize(
    "name", ["Anns-MacBook-Pro.local", "Anns-MacBook-Pro-2.local", "ANNS-MACBOOK-PRO.CORP.EXAMPLE"]
)
async def test_another_host_name_keeps_the_seat_and_offline_work(
    new_tool, network, shop, running, laptop, name, world
):
    laptop.set_hostname("Anns-MacBook-Pro.corp.example")
    await (await new_tool(None)).take()
    laptop.set_hostname(name)
    network.is_cut = True
    seat = await (await new_tool(None)).take()
    assert (seat.status, seat.file.subject) == ("offline", "ann@Anns-MacBook-Pro.corp.example")
    network.is_cut = False
    assert (await (await new_tool(None)).take()).status == "online"
    [held] = await shop.seats(world)
    assert (held["subject"], held["hostname"]) == ("ann@Anns-MacBook-Pro.corp.example", name)


async def test_a_user_who_never_held_a_seat_has_none_offline(new_tool, network, running):
    """Not even with the file that says that there is a license."""
    tool = await new_tool("bob")
    assert await tool.check()
    network.is_cut = True
    assert (await tool.check()).until > clock.now()
    with pytest.raises(Unreachable):
        await tool.take()


async def test_a_check_asks_the_server_once_a_day(new_tool, network, running):
    tool = await new_tool()
    for _ in range(3):
        assert await (await new_tool()).check()
    assert network.asked == ["GET /api/v1/license/file"]
    clock.advance_clock(DAY)
    standing = await tool.check()
    assert (bool(standing), standing.is_offline, len(network.asked)) == (True, False, 2)
    await tool.check(fresh=True)
    assert len(network.asked) == 3
    network.is_cut = True
    clock.advance_clock(DAY)
    standing = await tool.check()
    assert (bool(standing), standing.is_offline) == (True, True)


@pytest.mark.parametrize("standing", ["suspended", "revoked"])
async def test_a_refusal_holds_without_the_network_until_the_server_takes_it_back(
    new_tool, shop, network, database, standing, running
):
    tool = await new_tool()
    seat = await tool.take()
    await stand(database, shop.fingerprint, standing)
    await tool.beat(seat)
    assert (seat.status, seat.lost_by.code) == ("lost", standing.upper())
    with pytest.raises(Refused):
        seat.require()
    network.is_cut = True
    again = await new_tool()
    with pytest.raises(Refused) as refused:
        await again.take()
    assert refused.value.code == (await again.check()).code == standing.upper()
    network.is_cut = False
    await stand(database, shop.fingerprint, "restored")
    clock.advance_clock(timedelta(seconds=2))
    assert (await again.take()).status == "online"
    network.is_cut = True
    assert (await (await new_tool()).take()).status == "offline"


async def test_a_trial_ends_with_and_without_the_network(new_tool, network):
    assert (await (await new_tool()).check()).code == "VALID"
    clock.advance_clock(20 * DAY)
    assert (await (await new_tool()).check()).code == "EXPIRED"
    network.is_cut = True
    assert (await (await new_tool()).check()).code == "EXPIRED"


async def test_heartbeats_keep_the_seat_and_bridge_an_outage(new_tool, shop, network, settings):
    lease = timedelta(seconds=settings.seat_lease_seconds)
    tool = await new_tool()
    seat = await tool.take()
    for _ in range(3):
        clock.advance_clock(lease / 3)
        assert 0 < await tool.beat(seat) <= lease.total_seconds() / 3
    network.is_cut = True
    clock.advance_clock(lease / 2)
    await tool.beat(seat)
    assert seat.status == "online"
    clock.advance_clock(lease)
    await tool.beat(seat)
    assert seat.status == "offline"
    assert await used(shop) == 0
    network.is_cut = False
    await tool.beat(seat)
    assert seat.status == "online"
    assert await used(shop) == 1


async def test_a_seat_that_was_taken_back_is_claimed_again(new_tool, shop, settings):
    tool = await new_tool()
    seat = await tool.take()
    first, path = seat.seat_id, f"/api/v1/licenses/{shop.fingerprint}/seats/{seat.seat_id}"
    assert (await shop.admin.browser.delete(path)).status_code == 204
    await tool.beat(seat)
    assert (seat.status, seat.seat_id != first) == ("online", True)
    await shop.admin.browser.delete(path.replace(first, seat.seat_id))
    for number in range(settings.trial_seats):
        await (await new_tool(f"person-{number}")).take()
    await tool.beat(seat)
    assert (seat.status, seat.lost_by.code) == ("lost", "NO_SEATS")


async def test_many_tools_at_once_get_as_many_seats_as_there_are(new_tool, shop, settings):
    tools = [await new_tool(f"person-{number}") for number in range(settings.trial_seats + 10)]
    taken = await asyncio.gather(*[tool.take() for tool in tools], return_exceptions=True)
    assert sum(isinstance(one, NoSeats) for one in taken) == 10
    assert await used(shop) == settings.trial_seats


async def test_use_is_kept_until_the_server_has_it_and_counts_once(new_tool, network, shop, db):
    tool = await new_tool()
    network.is_cut = True
    for _ in range(3):
        tool.report("report.made", seconds=5)
    assert await tool.flush() == 0
    network.is_cut = False
    both = [tool, await new_tool()]
    await asyncio.gather(*[one.flush() for one in both])
    assert await tool.flush() == 0
    kept = "select count(*) from license_usage where tenant_id = $1"
    assert await db.connection.fetchval(kept, shop.admin.tenant_id) == 3
    with pytest.raises(ValueError, match="small letters"):
        tool.report("Report made")


async def test_a_key_that_is_not_known(new_tool):
    tool = await new_tool(key="GH-AAAAAAAA-AAAAAAAA-AAAAAAAA-AAAAAAAA")
    assert (await tool.check()).code == "UNKNOWN_KEY"
    with pytest.raises(Refused) as refused:
        await tool.take()
    assert refused.value.code == "UNKNOWN_KEY"


async def test_a_file_that_was_carried_here(new_tool, shop, tmp_path, network):
    """It counts where there is no key, and beside a key that the server does not know (case 33)."""
    path = f"/api/v1/licenses/{shop.fingerprint}/file"
    (tmp_path / "acme.license").write_bytes((await shop.admin.browser.get(path)).content)
    for key in (None, "GH-AAAAAAAA-AAAAAAAA-AAAAAAAA-AAAAAAAA"):
        tool = await new_tool(key=key, file=tmp_path / "acme.license")
        assert await tool.check()
        assert (await tool.take()).status == "offline"
    (tmp_path / "acme.license").write_text("{}")
    assert (await (await new_tool(file=tmp_path / "acme.license")).check()).code == "VALID"


async def test_another_server_at_the_address_gives_no_seat(new_tool, client):
    """It says yes to everything, and cannot sign."""

    def yes(request: httpx.Request) -> httpx.Response:
        until = (clock.now() + DAY).isoformat()
        return httpx.Response(201, json={"id": "1", "subject": "ann", "leaseUntil": until})

    tool = await new_tool(http=httpx.AsyncClient(transport=httpx.MockTransport(yes)))
    with pytest.raises((FileRefused, Refused, Unreachable)):
        await tool.take()
    assert not await tool.check()


async def test_what_the_server_says_of_the_license(new_tool, public_keys):
    tool = await new_tool()
    said = await tool.validate()
    assert (said["code"], said["license"]["usedSeats"]) == ("VALID", 0)
    assert await tool.published_keys() == public_keys


async def test_a_second_run_of_the_tool_leaves_the_first_its_seat(new_tool, shop, running):
    editor = await new_tool("ann")
    async with editor.seat() as seat:
        async with (await new_tool("ann")).seat() as other:
            assert other.seat_id == seat.seat_id
            assert await used(shop) == 1
        assert await used(shop) == 1
        await editor.beat(seat)
        assert seat.status == "online"
    assert await used(shop) == 0


async def test_the_seat_is_free_when_the_last_run_ends_whichever_came_first(
    new_tool, shop, running
):
    first, second = await new_tool("ann"), await new_tool("ann")
    one, other = await first.take(), await second.take()
    await first.give_back(one)
    assert await used(shop) == 1
    await second.beat(other)
    assert other.status == "online"
    await second.give_back(other)
    assert await used(shop) == 0


async def test_a_run_that_crashed_keeps_the_seat_until_its_own_lease_ends(
    new_tool, shop, running, settings
):
    lease = timedelta(seconds=settings.seat_lease_seconds)
    await (await new_tool("ann")).take()  # never given back
    clock.advance_clock(lease / 2)
    living = await new_tool("ann")
    held = await living.take()
    await living.give_back(held)
    assert await used(shop) == 1
    clock.advance_clock(lease / 2 + timedelta(seconds=1))
    assert await used(shop) == 0


async def test_each_leg_of_a_matrix_counts_and_ends_alone(new_tool, shop, world):
    """GitHub gives all legs the same run and the same job."""
    run = {
        "GITHUB_ACTIONS": "true",
        "GITHUB_REPOSITORY": "acme/app",
        "GITHUB_RUN_ID": "77",
        "GITHUB_RUN_ATTEMPT": "1",
        "GITHUB_JOB": "test",
    }
    legs = []
    for number in range(12):
        leg = run | {"RUNNER_NAME": f"GitHub Actions {number}"}
        tool = await new_tool(None, environ=leg)
        legs.append((tool, await tool.take()))

    async def runs() -> int:
        return [seat["kind"] for seat in await shop.seats(world)].count("ci")

    assert await runs() == 12
    tool, held = legs.pop()
    await tool.give_back(held)
    assert await runs() == 11
    assert await used(shop) == 0
