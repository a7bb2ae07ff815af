"""Sends a request to one address, and limits how much its server may send,
because reading it delays all other requests.

A response may be preceded by any number of others (RFC 9110 §15.2), and its body may come in pieces of one
byte (RFC 9112 §7.1). Reading is therefore done a little at a time, and ends where it is out of proportion.
"""

import socket
import ssl
from collections.abc import Iterable, Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address
from typing import Any
from urllib.parse import SplitResult

import httpcore
import httpx

# The URL, and the address and port that it stands for.
Target = tuple[SplitResult, IPv4Address | IPv6Address, int]

STEP_SECONDS = 10.0  # for each step; the caller limits the whole exchange
HEAD = 16_384  # bytes until the end of the headers, with all that comes before them
PIECE = 4_096  # bytes read at once; others run in between
SPARE = 65_536


class ResponseAllowance:
    """Of one answer with a body of at most `most` bytes that matter."""

    def __init__(self, most: int) -> None:
        self._head = HEAD
        self._rest = 2 * most + SPARE
        self._is_in_head = True

    async def note_headers_complete(self, name: str, _: Any) -> None:
        """Callback for httpx's extension `trace`."""
        if name == "http11.receive_response_headers.complete":
            self._is_in_head = False

    def consume_bytes(self, count: int) -> None:
        """`httpcore.ReadError` when there is no more."""
        if self._is_in_head:
            self._head -= count
        self._rest -= count
        if self._head < 0 or self._rest < 0:
            raise httpcore.ReadError("The answer is out of proportion")


class _Stream(httpcore.AsyncNetworkStream):
    def __init__(self, stream: httpcore.AsyncNetworkStream, allowance: ResponseAllowance) -> None:
        self._stream = stream
        self._allowance = allowance

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        found = await self._stream.read(min(max_bytes, PIECE), timeout)
        self._allowance.consume_bytes(len(found))
        return found

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109  httpcore's name
    ) -> httpcore.AsyncNetworkStream:
        secured = await self._stream.start_tls(ssl_context, server_hostname, timeout)
        return _Stream(secured, self._allowance)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Network(httpcore.AnyIOBackend):
    def __init__(self, allowance: ResponseAllowance) -> None:
        super().__init__()
        self._allowance = allowance

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  httpcore's name
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        stream = await super().connect_tcp(host, port, timeout, local_address, socket_options)
        return _Stream(stream, self._allowance)


class Transport(httpx.AsyncHTTPTransport):
    """For one request. httpx has no argument for the network, httpcore has."""

    def __init__(self, verify: ssl.SSLContext, allowance: ResponseAllowance) -> None:
        super().__init__(verify=verify, trust_env=False)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=verify, network_backend=_Network(allowance)
        )


@cache
def _load_trusted_authorities() -> ssl.SSLContext:
    """Reading the authorities takes as long as many requests. `SSL_CERT_FILE` names others."""
    return httpx.create_ssl_context()


async def send_request(
    method: str, target: Target, content: bytes | None, headers: Mapping[str, str], most: int
) -> tuple[int, bytes, str | None]:
    """Send a request to exactly this address; status, the first bytes of the body, and the target of a
    redirect, which is not followed."""
    parts, address, port = target
    host = f"[{address}]" if address.version == 6 else str(address)
    allowance = ResponseAllowance(most)
    url = httpx.URL(parts.geturl()).copy_with(host=host, port=port, fragment=None)
    async with (
        # Without the settings of the environment: a proxy would resolve the name once more.
        httpx.AsyncClient(
            transport=Transport(_load_trusted_authorities(), allowance),
            trust_env=False,
            follow_redirects=False,
            timeout=STEP_SECONDS,
        ) as client,
        client.stream(
            method,
            url,
            content=content,
            headers={**headers, "host": parts.netloc, "accept-encoding": "identity"},
            extensions={
                "sni_hostname": parts.hostname or "",
                "trace": allowance.note_headers_complete,
            },
        ) as response,
    ):
        body = await _read_first_bytes(response, most)
        return response.status_code, body, response.headers.get("location")


async def _read_first_bytes(response: httpx.Response, most: int) -> bytes:
    """Raw: what is packed is not unpacked."""
    read = b""
    async for part in response.aiter_raw(min(most, 65_536)):
        read += part
        if len(read) >= most:
            break
    return read[:most]


def describe_connection_error(error: Exception) -> str:
    """Why no answer came, in a few words."""
    if isinstance(error, socket.gaierror | UnicodeError):
        return "The name of the host could not be found"
    if isinstance(error, httpx.ConnectError):
        is_certificate = "CERTIFICATE" in str(error).upper()
        return (
            "The certificate was not accepted" if is_certificate else "The connection was refused"
        )
    return "The connection broke before the answer was complete"
