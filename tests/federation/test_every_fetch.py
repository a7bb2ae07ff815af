"""Whatever is fetched from an address that a user or another server has named goes through the guarded
client: each kind of fetch is led to thirty addresses inside, and nothing is sent to any. What the client
itself makes of an address is in tests/kit/test_outbound.py."""

import ast
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

import gatehouse
import gatehouse_simulators
from gatehouse.identity.external.documents import ProviderDocuments
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token
from gatehouse.kit.outbound import AddressRefused, Outbound, OutboundResponse
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import Resources
from tests.backend import restored_backend
from tests.federation.provider import FakeProvider, Person
from tests.federation.social_steps import AUTH, Social, an_address, codes_of
from tests.identity.sso.steps import CONFIGURATIONS
from tests.prehooks.conftest import PREHOOKS
from tests.world import World

INSIDE = [
    "http://0.0.0.0/", "http://10.0.0.1/", "http://100.64.0.1/", "http://127.8.8.8/",
    "http://169.254.169.254/latest/meta-data/", "http://172.16.0.1/", "http://192.0.0.8/", "http://192.168.1.1/",
    "http://198.18.0.1/", "http://203.0.113.9/", "http://224.0.0.1/", "http://240.0.0.1/",
    "http://255.255.255.255/", "http://[::]/", "http://[::1]/", "http://[::127.0.0.1]/",
    "http://[::ffff:10.0.0.1]/", "http://[::ffff:169.254.169.254]/", "http://[64:ff9b::a00:1]/",
    "http://[64:ff9b:1::1]/", "http://[2002:c0a8:101::1]/", "http://[2001::1]/", "http://[2001:db8::1]/",
    "http://[fc00::1]/", "http://[fe80::1]/", "http://[fec0::1]/", "http://[ff02::1]/",
    "http://2130706434/", "http://0x7f000002/", "http://0177.0.0.2/", "http://127.2/",
]  # fmt: skip
# Where the provider of these tests listens; everything else on this machine is inside.
HERE = [ip_network("127.0.0.1/32")]


class Watched(Outbound):
    """The client as it is, and what it refused to ask."""

    def __init__(self) -> None:
        super().__init__(HERE)
        self.refused: list[str] = []

    async def _send_within_limits(
        self, method: str, url: str, content: bytes | None, headers: Mapping[str, str], most: int
    ) -> OutboundResponse:
        try:
            return await super()._send_within_limits(method, url, content, headers, most)
        except AddressRefused:
            self.refused.append(url)
            raise


@pytest.fixture
def watched(
    resources: Resources, monkeypatch: pytest.MonkeyPatch, loopback_is_allowed: None
) -> Iterator[Watched]:
    """Addresses stand for themselves, however they are written; and no limit is reached."""
    real, limits = socket.getaddrinfo, resources[RateLimiter]

    def resolve(host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        if ":" in host:
            return [(socket.AF_INET6, socket.SOCK_STREAM, 6, "", (host, port, 0, 0))]
        if not host[0].isdigit():
            return real(host, port, *rest, **more)
        address = socket.inet_ntoa(socket.inet_aton(host))
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    ours = Watched()
    resources.add(Outbound, ours)
    resources.add(RateLimiter, RateLimiter(factor=100))
    yield ours
    resources.add(RateLimiter, limits)


@pytest.fixture
async def social(
    resources: Resources, watched: Watched, provider: FakeProvider, asgi: Any
) -> AsyncIterator[Social]:
    provider.person = Person(new_token(8), an_address())
    provider.in_id_token = False  # so that the userinfo endpoint is asked
    made = Social(resources, provider, asgi)
    await made.offer()
    yield made
    clock.reset_clock()  # the change is of now
    await made.apply('[remove]\ncustom_social = ["partner"]')


@pytest.mark.parametrize("named", ["jwks_uri", "token_endpoint", "userinfo_endpoint"])
async def test_what_a_discovery_document_names(
    social: Social, watched: Watched, resources: Resources, named: str
):
    for url in INSIDE:
        social.provider.metadata = {named: url}
        resources[ProviderDocuments].clear_cache()
        response = await social.sign_in()
        assert (response.status_code, codes_of(response)) == (401, ["ER-01049"]), url
    assert watched.refused == INSIDE


async def test_a_discovery_document(
    resources: Resources, watched: Watched, provider: FakeProvider, asgi
):
    social = Social(resources, provider, asgi)
    for url in INSIDE:
        provider.url = url.rstrip("/")
        await social.offer()
        response = await social.browser().get(f"{AUTH}/v2/user/sso/custom/partner/prelogin")
        assert (response.status_code, codes_of(response)) == (401, ["ER-01049"]), url
    clock.reset_clock()
    await social.apply('[remove]\ncustom_social = ["partner"]')
    wanted = [url.rstrip("/") + "/.well-known/openid-configuration" for url in INSIDE]
    assert watched.refused == wanted


async def test_metadata_and_webhooks(world: World, watched: Watched):
    """Some are no addresses to the form already; the others are refused by the client."""
    http = (await world.person("Admin")).browser
    asked = []
    for url in INSIDE:
        for path in (f"{CONFIGURATIONS}/metadata-url", "/webhook/test"):
            answer = await http.post(path, json={"url": url})
            assert answer.status_code == 400, (path, url)
            if answer.json()["errorCode"] in ("sso.metadata_unreachable", "webhooks.url_refused"):
                asked.append(url)
    assert watched.refused == asked
    assert len(asked) > 50


async def test_prehooks(world: World, watched: Watched):
    """The call that makes one refuses them; what the document names is not asked."""
    asked = []
    async with restored_backend(world) as backend:
        for url in INSIDE:
            document = (
                f'[prehooks.inside]\ndisplay_name = "A"\nurl = "{url}"\nsecret = "long enough"\n'
                'event_keys = ["SIGN_UP"]\n'
            )
            body = {"document": document}
            applied = await backend.http.post("/vendor/resources/configuration/v1", json=body)
            if applied.status_code == 200:
                asked.append(url)
                answer = await backend.http.post(f"{PREHOOKS}/inside/test", json={})
                assert answer.json()["failure"], url
    assert watched.refused == asked
    assert len(asked) > 25


# What opens connections without the guarded client, and whose address it is.
BY_THEMSELVES = {
    "kit/outbound.py": "the guarded client itself",
    "kit/outbound_transport.py": "of the guarded client",
    "audit/stream/destinations.py": "the collector of the settings, and the name of this machine",
    "billing/provider/client.py": "the card provider's, of the settings",
    "billing/provider/stripe_adapter.py": "the card provider's, of the settings",
    "demo/purchase.py": "the server of the demo",
    "demo/sample_tool.py": "the server of the demo",
    "demo/usage.py": "the server of the demo",
    "commands/doctor.py": "the mail server of the settings",
    "kit/environment_client.py": "for the services of the settings, through the proxies of the machine",
    "kit/bounded_http.py": "the socket of a connection that was taken",
    "kit/tracing/exporter.py": "the collector of the settings",
    "kit/ports.py": "asks whether a port of this machine is free",
    "commands/process.py": "listens",
    "providers/payments/paddle_client.py": "the payment provider's, of the settings",
    "providers/mail/services.py": "the mail service of the settings",
    "providers/mail/smtp.py": "the mail server of the settings",
    "providers/sms.py": "the text message service of the settings",
    "relay/process.py": "the vendor's server, of the relay's settings",
    "relay/upstream.py": "the vendor's server, of the relay's settings",
    "gatehouse_simulators/cards/simulator.py": "the server of the demo",
    "gatehouse_simulators/cards/webhooks/deliver.py": "the server of the demo",
    "gatehouse_simulators/checkout/simulator.py": "the server of the demo",
    "gatehouse_simulators/checkout/webhooks/deliver.py": "the server of the demo",
}
OPENS = {
    "httpx",
    "socket",
    "smtplib",
    "aiosmtplib",
    "requests",
    "aiohttp",
    "http.client",
    "urllib.request",
    "gatehouse.kit.environment_client",
}


def test_nothing_else_opens_connections():
    """A picture, too, is only ever uploaded: its address is for the browser to fetch."""
    product = Path(gatehouse.__file__).parent
    simulators = Path(gatehouse_simulators.__file__).parent
    found = {
        str(file.relative_to(start))
        for folder, start in ((product, product), (simulators, simulators.parent))
        for file in folder.rglob("*.py")
        if OPENS & _imported(ast.parse(file.read_text()))
    }
    assert found == set(BY_THEMSELVES)


def _imported(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{name.name}" for name in node.names)}
    return found
