"""HTTP clients that follow the environment's proxies and certificate authorities.

Both are set for other programs, in forms that httpx refuses when a client is made (encode/httpx#3221). These
clients fail only when they are used, with the reason, so a process starts with any setting.
`gatehouse-license`, which is installed without the server, has this module as `connection.py`.
"""

import os
import re
import ssl
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from typing import Any, NoReturn
from urllib.parse import urlsplit
from urllib.request import getproxies

import httpx

LOOPBACK = ("localhost", "127.0.0.1", "::1")
# Of a client that cannot be used: calls of paths alone need one to fail with the reason.
NOWHERE = "http://unusable.invalid"
# What making a client, or a request of it, raises for settings and addresses that cannot be used.
UNUSABLE = (httpx.InvalidURL, ImportError, OSError, ValueError)


def new_async_client(url: str, **settings: Any) -> httpx.AsyncClient:
    """For one server."""
    try:
        return httpx.AsyncClient(**_build_proxy_options(url), **settings)
    except UNUSABLE as error:
        return httpx.AsyncClient(
            transport=UnusableTransport(error), trust_env=False, base_url=NOWHERE
        )


class UnusableTransport(httpx.AsyncBaseTransport):
    """Fails each request as if there was no connection."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def handle_async_request(self, _: httpx.Request) -> NoReturn:
        raise httpx.ConnectError(str(self._error)) from self._error


def _build_proxy_options(url: str) -> dict[str, Any]:
    scheme, host, port = _parse_server_url(url)
    proxy = _find_proxy(scheme, host, port)
    is_encrypted = scheme == "https" or (proxy is not None and proxy.url.scheme == "https")
    # Authorities are read only where they are needed.
    verify = (
        _load_trusted_authorities() if is_encrypted else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    )
    return {"trust_env": False, "proxy": proxy, "verify": verify}


def _parse_server_url(url: str) -> tuple[str, str, int]:
    """`ValueError` for what is no address of a server, without the password that it may have."""
    shown = re.sub("//[^/]*@", "//…@", url)
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}[parts.scheme]
        host = httpx.URL(url).host
    except (KeyError, ValueError, httpx.InvalidURL) as error:
        raise ValueError(f"the address {shown!r} is not valid") from error
    if not host:
        raise ValueError(f"the address {shown!r} is not valid")
    return parts.scheme, host, port


def _find_proxy(scheme: str, host: str, port: int) -> httpx.Proxy | None:
    found = getproxies()
    name = next((one for one in (scheme, "all") if found.get(one)), None)
    if name is None or host in LOOPBACK or is_bypassed(host, port, found.get("no", "")):
        return None
    given = found[name]
    try:
        proxy = httpx.Proxy(given if "://" in given else f"http://{given}")
        if proxy.url.scheme.startswith("socks"):
            import socksio  # type: ignore[import-not-found]  # noqa: F401
    except ImportError as error:
        raise ImportError(f"the proxy of {name.upper()}_PROXY needs httpx[socks]") from error
    except (httpx.InvalidURL, ValueError) as error:
        # Without the address, which may have a password.
        raise ValueError(f"{name.upper()}_PROXY is no address of a proxy") from error
    return proxy


def is_bypassed(host: str, port: int, no_proxy: str) -> bool:
    """Whether NO_PROXY names this server: `*`, names and domains, addresses and networks of both kinds, with
    or without brackets and port, as other programs read it. What is none of these names no server."""
    for entry in no_proxy.split(","):
        name, for_port = _split_no_proxy_entry(entry.strip().lower())
        if for_port in (None, port) and name and _matches_no_proxy_entry(name, host.lower()):
            return True
    return False


def _matches_no_proxy_entry(name: str, host: str) -> bool:
    if name == "*":
        return True
    try:
        return ip_address(host) in ip_network(name, strict=False)
    except ValueError:
        domain = name.removeprefix("*").removeprefix(".")
        return bool(domain) and (host == domain or host.endswith(f".{domain}"))


def _split_no_proxy_entry(entry: str) -> tuple[str, int | None]:
    text = entry.partition("://")[2] or entry
    if text.startswith("["):
        name, _, rest = text[1:].partition("]")
        port = rest.removeprefix(":")
    elif text.count(":") == 1:
        name, _, port = text.partition(":")
    else:
        name, port = text, ""
    if port and not (port.isascii() and port.isdigit()):
        return "", None
    return name, int(port) if port else None


def _load_trusted_authorities(environ: Mapping[str, str] = os.environ) -> ssl.SSLContext:
    """Those that SSL_CERT_FILE or SSL_CERT_DIR name; else those of httpx and of this computer, where a
    company adds the one of its own proxy."""
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        given = environ.get(name)
        if given:
            try:
                if name == "SSL_CERT_FILE":
                    return ssl.create_default_context(cafile=given)
                return ssl.create_default_context(capath=given)
            except (OSError, ValueError) as error:
                raise OSError(f"{name}={given} cannot be used: {error}") from error
    context = httpx.create_ssl_context(trust_env=False)
    context.load_default_certs()
    return context
