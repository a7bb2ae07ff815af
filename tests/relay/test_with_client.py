"""The client package against a relay: by its address alone, with what it promises of the server."""

import asyncio
import json
from datetime import timedelta

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse_license import FileRefused, NoSeats, PublicKeys, Refused, Unreachable, read_file
from tests.relay.test_relay import running  # noqa: F401  a fixture

DAY = timedelta(days=1)


async def test_a_seat_meanwhile_and_the_session_is_kept_for_the_vendor(tool_of_customer, relay):
    tool = await tool_of_customer("ann@acme.test", version="2.0")
    async with tool.seat() as seat:
        assert (seat.status, seat.file.subject) == ("online", "ann@acme.test")
        assert seat.file.key_id == relay.desk.relay.own.id
    assert (await relay.tool.validate()).json()["license"]["usedSeats"] == 0
    [(_, event)] = relay.desk.relay.store.list_usage(10)
    assert (event["type"], event["subject"], event["version"]) == (
        "session",
        "ann@acme.test",
        "2.0",
    )


async def test_of_fifty_tools_at_once_five_get_a_seat(tool_of_customer):
    tools = [await tool_of_customer(f"person-{n}") for n in range(50)]
    taken = await asyncio.gather(*[tool.take() for tool in tools], return_exceptions=True)
    assert sum(isinstance(one, NoSeats) for one in taken) == 45
    assert [one.status for one in taken if not isinstance(one, BaseException)] == ["online"] * 5


async def test_a_check_without_a_seat(tool_of_customer):
    standing = await (await tool_of_customer()).check()
    assert standing
    assert standing.file.subject is None


async def test_without_the_relay_the_file_speaks_for_a_week(tool_of_customer, relay):
    await (await tool_of_customer()).take()
    away = httpx.AsyncClient(transport=httpx.MockTransport(_away))
    assert (await (await tool_of_customer(http=away)).take()).status == "offline"
    with pytest.raises(Unreachable):
        await (await tool_of_customer("bob", http=away)).take()
    clock.advance_clock(8 * DAY)
    with pytest.raises(FileRefused) as refused:
        await (await tool_of_customer(http=away)).take()
    assert refused.value.code == "OFFLINE_TOO_LONG"
    assert (await (await tool_of_customer()).take()).status == "online"


def _away(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("the relay is away")


async def test_what_the_relay_says_reaches_the_person(tool_of_customer):
    tool = await tool_of_customer()
    seat = await tool.take()
    clock.advance_clock(31 * DAY)
    with pytest.raises(Refused) as refused:
        await (await tool_of_customer("bob")).take()
    assert refused.value.code == "OFFLINE_TOO_LONG"
    await tool.beat(seat)
    assert seat.status == "lost"


async def test_the_file_for_a_relay_is_none_for_a_tool(
    tool_of_customer, relay, tmp_path, public_keys
):
    (tmp_path / "carried").write_text(json.dumps(await relay.file()))
    away = httpx.AsyncClient(transport=httpx.MockTransport(_away))
    tool = await tool_of_customer(file=tmp_path / "carried", http=away)
    assert not await tool.check()
    with pytest.raises(FileRefused) as refused:
        read_file((tmp_path / "carried").read_bytes(), PublicKeys(public_keys))
    assert refused.value.code == "OTHER_SUBJECT"


@pytest.mark.parametrize(
    ("field", "value"),
    [("maxSeats", 500), ("expiresAt", "2099-01-01T00:00:00Z"), ("customer", "Evil"),
     ("issuedAt", "2020-01-01T00:00:00Z"), ("entitlements", ["everything"])],
)  # fmt: skip
async def test_a_relay_says_nothing_beyond_what_the_vendor_signed(relay, public_keys, field, value):
    """Its owner has its key, and may sign what they like."""
    from gatehouse.licensing.license_api.signing import encode_base64url, encode_canonical_json

    await relay.tool.claim("ann")
    file = (await relay.tool.file("ann")).json()
    keys = PublicKeys(public_keys)
    assert read_file(json.dumps(file).encode(), keys).subject == "ann"
    file["license"][field] = value
    file["signature"] = encode_base64url(
        relay.desk.relay.own.sign(encode_canonical_json(file["license"]))
    )
    with pytest.raises(FileRefused) as refused:
        read_file(json.dumps(file).encode(), keys)
    assert refused.value.code == "CHANGED"


async def test_a_relay_that_the_vendor_does_not_know_signs_nothing(relay, public_keys, shop):
    await relay.tool.claim("ann")
    file = (await relay.tool.file("ann")).json()
    plain = (await shop.admin.browser.get(f"/api/v1/licenses/{shop.fingerprint}/file")).json()
    for by_vendor, code in ((plain, "UNKNOWN_SIGNER"), (file, "MALFORMED"), (None, "MALFORMED")):
        with pytest.raises(FileRefused) as refused:
            read_file(json.dumps(file | {"relay": by_vendor}).encode(), PublicKeys(public_keys))
        assert refused.value.code == code
