"""Nothing that a customer names leads into our own network."""

import asyncio
import socket
from ipaddress import ip_address, ip_network
from threading import Event
from typing import Any

import pytest

from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable, is_public, split_url

REFUSED = [
    "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "127.0.0.1", "127.8.8.8", "169.254.169.254",  # noqa: S104
    "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1",
    "198.51.100.7", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1",
    "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
    "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:c0a8:101::1", "2001::1",
    "2001:db8::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "100::1",
]  # fmt: skip
REACHED = [
    "1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.0.1", "172.32.0.1", "192.169.0.1", "100.63.0.1",
    "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1", "2606:4700:4700::1111", "2a00:1450::1",
]  # fmt: skip


def stands_for(monkeypatch: pytest.MonkeyPatch, addresses: list[str]) -> None:
    """Whatever name is asked for."""

    def resolve(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)


@pytest.mark.parametrize("address", REFUSED)
async def test_a_private_address_is_refused_before_anything_is_sent(
    monkeypatch: pytest.MonkeyPatch, address: str
):
    assert not is_public(ip_address(address))
    stands_for(monkeypatch, [address])
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(AddressRefused):
        await Outbound().post(f"http://{host}:9/", b"", {})


@pytest.mark.parametrize("address", REACHED)
def test_a_public_address_is_reached(address: str):
    assert Outbound().may_reach(ip_address(address))


async def test_host_names_without_an_answer_delay_nothing_else(monkeypatch: pytest.MonkeyPatch):
    """Files, keys and the mail server's name are looked up by threads, too."""
    let_go = Event()
    real = socket.getaddrinfo

    def resolve(host: Any, *rest: Any, **more: Any) -> Any:
        if not str(host).endswith(".tarpit.example"):
            return real(host, *rest, **more)
        let_go.wait(60)
        raise socket.gaierror("no answer")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    client = Outbound(seconds=30)
    asked = [
        asyncio.create_task(client.post(f"http://{number}.tarpit.example/", b"", {}))
        for number in range(100)
    ]
    try:
        await asyncio.sleep(0)
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(20):
            assert await loop.getaddrinfo("127.0.0.1", 80)
            assert await asyncio.to_thread(lambda: "ran") == "ran"
    finally:
        let_go.set()
        answers = await asyncio.gather(*asked, return_exceptions=True)
    assert {type(one) for one in answers} == {Unreachable}


def test_networks_of_the_operator_can_be_allowed():
    client = Outbound([ip_network("10.1.0.0/16")])
    assert client.may_reach(ip_address("10.1.2.3"))
    assert client.may_reach(ip_address("::ffff:10.1.2.3"))
    assert not client.may_reach(ip_address("10.2.0.1"))


@pytest.mark.parametrize(
    "found",
    [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["fe80::1%eth0"], ["::ffff:192.168.0.1"]],
)
async def test_a_name_is_judged_by_all_that_it_stands_for(
    monkeypatch: pytest.MonkeyPatch, found: list[str]
):
    stands_for(monkeypatch, found)
    with pytest.raises(AddressRefused):
        await Outbound().post("https://innocent.example.com/", b"", {})


@pytest.mark.parametrize(
    "url",
    [
        "", "example.com", "//example.com/", "ftp://example.com/", "file:///etc/passwd",
        "gopher://example.com/", "https://", "https://user@example.com/", "https://:80/",
        "https://u:p@example.com/", "https://example.com:0/", "https://example.com:70000/",
        "https://exa mple.com/", "https://example.com/\r\nx: y", "http://[::1", "https://[fe80::1%25x]/",
    ],
)  # fmt: skip
def test_a_malformed_url_is_refused(url: str):
    with pytest.raises(AddressRefused):
        split_url(url)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.1", "2130706433", "0x7f.1", "0x7f000001", "0177.0.0.1", "127.0.0.1.", "10.1", "0",
        "localhost", "LOCALHOST.", "a.localhost", "\uff11\uff12\uff17.0.0.1", "127\u30020\u30020\u30021",
        "[::1]", "[::ffff:10.0.0.1]", "169.254.43518",
    ],
)  # fmt: skip
def test_every_spelling_of_a_private_address_is_refused_at_once(host: str):
    """Before it is kept, and not only when something is to be sent there."""
    with pytest.raises(AddressRefused):
        Outbound().refuse_private(f"https://{host}/hook")


@pytest.mark.parametrize(
    "host", ["example.com", "1e100.net", "8.8.8.8", "8.8", "cafe.example", "localhost.example"]
)
def test_a_name_and_a_public_address_are_kept(host: str):
    Outbound().refuse_private(f"https://{host}/hook")
