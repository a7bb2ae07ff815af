"""Where a call comes from: a forwarded address counts only from a proxy of ours (security bar P9)."""

from ipaddress import ip_network

import pytest
from fastapi import APIRouter

from gatehouse.access.client import CurrentClient
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings, add_settings
from tests.small_app import browse

router = APIRouter()


@router.get("/client")
async def tell(client: CurrentClient) -> dict[str, str]:
    return {"ip": client.ip, "agent": client.user_agent}


async def seen(
    settings: Settings, peer: str, *forwarded: str, trusted: tuple[str, ...] = ()
) -> str:
    networks = [ip_network(network) for network in trusted]
    changed = settings.model_copy(update={"trusted_proxies": networks})
    resources = Resources()
    add_settings(resources, changed)
    async with browse(router, changed, resources, ip=peer) as http:
        headers = [("x-forwarded-for", value) for value in forwarded]
        answer = await http.get("/client", headers=headers)
    ip: str = answer.raise_for_status().json()["ip"]
    return ip


PROXY, SECOND, CALLER, LIE = "10.0.0.2", "10.0.0.3", "198.51.100.7", "203.0.113.66"
OURS = ("10.0.0.0/8", "2001:db8::/32")


@pytest.mark.parametrize(
    ("peer", "forwarded", "ip"),
    [
        (CALLER, [], CALLER),
        (CALLER, [LIE], CALLER),
        (PROXY, [], PROXY),
        (PROXY, [CALLER], CALLER),
        (PROXY, [f"{LIE}, {CALLER}"], CALLER),
        (PROXY, [f"{LIE},{CALLER} , {SECOND}"], CALLER),
        (PROXY, [LIE, CALLER], CALLER),
        (PROXY, [SECOND], SECOND),
        (PROXY, [f"{LIE}, 10.9.9.9"], LIE),
        ("2001:db8::1", ["2001:DB9::0001"], "2001:db9::1"),
        (f"::ffff:{PROXY}", [f"::ffff:{CALLER}"], CALLER),
        (PROXY, [f"{CALLER}:4711"], CALLER),
        (PROXY, [f"{LIE}:1, {CALLER}:4711, {SECOND}:80"], CALLER),
        (PROXY, ["[2001:db9::9]:4711"], "2001:db9::9"),
        (PROXY, ["[2001:db9::9]"], "2001:db9::9"),
        (PROXY, ["2001:db9::9:4711"], "2001:db9::9:4711"),
    ],
)
async def test_the_nearest_address_that_is_not_ours(settings, peer, forwarded, ip):
    assert await seen(settings, peer, *forwarded, trusted=OURS) == ip


@pytest.mark.parametrize(
    "forwarded",
    [
        "", ",", "unknown", "1.2.3:80", "[1.2.3.4", "[1.2.3.4]x", "1.2.3.4:", "1.2.3.4:123456",
        "::1:80:x", "1.2.3", "0x7f.1", "127.1", "::1%eth0;x", "<script>",
        f"{LIE}, unknown", f"{LIE}, {CALLER}, ", "9" * 5000, f"{LIE};{CALLER}", "fe80::1::2",
    ],
)  # fmt: skip
async def test_what_cannot_be_read_is_not_believed(settings, forwarded):
    """The header is ignored: all users behind the proxy share its address and its limits."""
    assert await seen(settings, PROXY, forwarded, trusted=OURS) == PROXY


async def test_without_trusted_proxies_the_header_is_ignored(settings):
    assert await seen(settings, CALLER, LIE) == CALLER
    assert await seen(settings, f"::ffff:{CALLER}", LIE) == CALLER


async def test_a_user_agent_is_bounded(settings):
    resources = Resources()
    add_settings(resources, settings)
    async with browse(router, settings, resources) as http:
        answer = await http.get("/client", headers=[(b"user-agent", b"Fire\xffx" + b"x" * 9000)])
    assert len(answer.json()["agent"]) == 512
