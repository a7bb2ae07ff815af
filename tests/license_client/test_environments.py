"""Variables that other programs set: a tool gets a seat, works by its file, or is refused with the reason."""

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from gatehouse.billing.errors import CardsUnavailable
from gatehouse.billing.provider.client import StripeClient
from gatehouse.billing.provider.client import call_provider as cards_ask
from gatehouse.kit import environment_client
from gatehouse_license import AsyncLicense, License, LicenseError, Unreachable, connection
from tests.license_client.conftest import NOWHERE, VECTORS
from tests.license_client.test_trouble import KEY, NOW, Server

HARMLESS = [
    {"NO_PROXY": "localhost,127.0.0.1,::1,fd07:b51a:cc66:f0::/64"},
    {"NO_PROXY": "localhost,[::1]"},
    {"NO_PROXY": "http://[fd00::1]:99,[bad,.example.com:x, ,*.example.org"},
    {"NO_PROXY": "*", "HTTP_PROXY": "http://127.0.0.1:1", "ALL_PROXY": "socks5://127.0.0.1:1"},
    {"no_proxy": "127.0.0.0/8,10.0.0.0/8", "http_proxy": "http://127.0.0.1:1"},
    {"SSL_CERT_FILE": "/opt/conda/ssl/cacert.pem"},  # nothing is encrypted to this server
    {"SSL_CERT_FILE": "/dev/null", "SSL_CERT_DIR": "/nowhere"},
]
BROKEN = [
    ("https://license.test", {"ALL_PROXY": "socks5://127.0.0.1:1080"}, "ALL_PROXY"),
    ("https://license.test", {"HTTPS_PROXY": "ftp://user:secret@proxy.test"}, "HTTPS_PROXY"),
    ("https://license.test", {"HTTPS_PROXY": "http://[::1"}, "HTTPS_PROXY"),
    ("https://license.test", {"HTTPS_PROXY": "http://proxy.test:port"}, "HTTPS_PROXY"),
    ("https://license.test", {"SSL_CERT_FILE": "/opt/conda/ssl/cacert.pem"}, "SSL_CERT_FILE"),
    ("https://license.test", {"SSL_CERT_FILE": "/dev/null"}, "SSL_CERT_FILE"),
    ("http://[::1", {}, "address"),
    ("https://user:secret@license.test:99999", {}, "'https://…@license.test:99999' is not valid"),
    ("http://user:secret@license.test:port", {}, "address"),
    ("http://license.test:port", {}, "address"),
    ("license.test", {}, "address"),
    ("ftp://license.test", {}, "address"),
    ("http://exa\x00mple.test", {}, "address"),
    ("http://license.test/\ud800", {}, ""),
    ("https://license.test", {}, ""),
]


@pytest.fixture(autouse=True)
def pauses(monkeypatch) -> None:
    monkeypatch.setattr("gatehouse_license.driving.time.sleep", lambda _: None)

    async def at_once(_: float) -> None:
        return None

    monkeypatch.setattr("gatehouse_license.driving.asyncio.sleep", at_once)


@pytest.fixture
def address() -> Iterator[str]:
    """A license server on this computer."""
    license_server = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_any(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            url = f"http://{self.headers['host']}{self.path}"
            answer = license_server(httpx.Request(self.command, url, content=body))
            self.send_response(answer.status_code)
            self.send_header("content-length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)

        do_GET = do_POST = do_DELETE = do_any  # noqa: N815

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


def settings_in(folder: Path) -> dict[str, Any]:
    return {"subject": "ann", "folder": folder, "clock": lambda: NOW, "environ": NOWHERE}


@pytest.mark.parametrize("variables", HARMLESS)
def test_a_seat_is_had_whatever_other_programs_have_set(variables, address, monkeypatch, tmp_path):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with License(address, KEY, VECTORS["keys"], **settings_in(tmp_path)).seat() as seat:
        assert seat.status == "online"


@pytest.mark.parametrize(("server", "variables", "named"), BROKEN)
def test_unusable_network_settings_raise_with_their_cause(
    server, variables, named, monkeypatch, tmp_path
):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    tool = License(server, KEY, VECTORS["keys"], **settings_in(tmp_path))
    with pytest.raises(Unreachable) as refused:
        tool.take()
    assert str(refused.value).startswith("The license server cannot be reached: ")
    assert named in str(refused.value)
    assert "secret" not in str(refused.value)
    assert "Invalid port" not in str(refused.value)
    assert refused.value.__cause__ is not None
    assert tool.check().text == str(refused.value)
    assert tool.flush() == 0
    with pytest.raises(LicenseError):
        tool.validate()
    tool.close()


@pytest.mark.parametrize(("server", "variables", "named"), BROKEN)
async def test_unusable_network_settings_raise_with_their_cause_in_asyncio(
    server, variables, named, monkeypatch, tmp_path
):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    tool = AsyncLicense(server, KEY, VECTORS["keys"], **settings_in(tmp_path))
    with pytest.raises(Unreachable, match="The license server cannot be reached: ") as refused:
        await tool.take()
    assert named in str(refused.value)
    assert refused.value.__cause__ is not None
    await tool.close()


@pytest.mark.parametrize(("server", "variables", "named"), BROKEN)
def test_the_license_file_speaks_where_they_cannot_be_used(
    server, variables, named, monkeypatch, tmp_path
):
    """A file that was carried here, and that of a seat which was held before."""
    carried = tmp_path / "license.json"
    file = Server().file(None)
    carried.write_text(json.dumps(file))
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    given = settings_in(tmp_path / "kept") | {"file": carried}
    tool = License(server, KEY, VECTORS["keys"], **given)
    assert tool.take().status == "offline"
    assert tool.check()
    late = License(
        server, KEY, VECTORS["keys"], **given | {"clock": lambda: NOW + timedelta(days=40)}
    )
    with pytest.raises(LicenseError) as refused:
        late.take()
    assert refused.value.code == "OFFLINE_TOO_LONG"
    assert isinstance(refused.value.__cause__, Unreachable)
    assert named in str(refused.value.__cause__)


def test_an_address_may_end_with_a_line(address, tmp_path):
    tool = License(f" {address}/\r\n", KEY, VECTORS["keys"], **settings_in(tmp_path))
    assert tool.take().status == "online"


@pytest.mark.parametrize("module", [connection, environment_client])
@pytest.mark.parametrize(
    ("no_proxy", "host", "is_bypassed"),
    [
        ("fd07:b51a:cc66:f0::/64", "fd07:b51a:cc66:f0::9", True),
        ("fd07:b51a:cc66:f0::/64", "fd07:b51a:cc66:f1::9", False),
        ("[::1]", "::1", True),
        ("[fd00::1]:8443", "fd00::1", False),
        ("10.0.0.0/8", "10.9.8.7", True),
        ("example.com", "license.example.com", True),
        (".example.com", "example.com", True),
        ("*.example.com", "license.example.com", True),
        ("example.com", "notexample.com", False),
        ("LICENSE.example.com:443", "license.example.com", True),
        ("license.example.com:8443", "license.example.com", False),
        ("other.test, *", "license.example.com", True),
        ("[bad,:,.,:x,/,license.example.com", "license.example.com", True),
        ("[bad,:,.,:x,/", "license.example.com", False),
    ],
)
def test_no_proxy_is_read_as_other_programs_write_it(module, no_proxy, host, is_bypassed):
    assert module.is_bypassed(host, 443, no_proxy) is is_bypassed


@pytest.mark.parametrize(("server", "variables", "named"), BROKEN)
async def test_processes_of_the_server_start_whatever_is_set(server, variables, named, monkeypatch):
    """The card client, made with the server, and the relay's way to its vendor: calls fail, saying why."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    cards = StripeClient(server, "sk_test_x", None, None)
    with pytest.raises(CardsUnavailable):
        await cards_ask(cards.api.v1.customers.retrieve_async("cus_1"))
    async with environment_client.new_async_client(server, base_url="https://x.test") as http:
        with pytest.raises(httpx.HTTPError) as failed:
            await http.get("/")
    assert named in str(failed.value)


@pytest.mark.parametrize("variables", HARMLESS)
async def test_the_server_s_clients_are_not_disturbed(variables, address, monkeypatch):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    async with environment_client.new_async_client(address) as http:
        answer = await http.get(f"{address}/api/v1/license/file")
    assert answer.status_code == 200
