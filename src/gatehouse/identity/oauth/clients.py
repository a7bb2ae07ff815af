"""Clients and their allowed redirect URIs."""

from urllib.parse import urlsplit

from gatehouse.kit.addresses import is_route
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of

FIRST_PARTY, THIRD_PARTY = "first-party", "oauth"
DEMO_CLIENT = "gatehouse-demo"
# Paths where the client libraries expect the redirect, by their routing strategy (identity spec §2).
CALLBACKS = ("/oauth/callback", "/#/oauth/callback")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def find_client(resources: Resources, client_id: str) -> Application | None:
    """Find a client by its client id or its application id, which browser clients send; the demo has an
    alias. None when it is not active or not for users."""
    configuration = configuration_of(resources)
    if client_id == DEMO_CLIENT and resources[Deployment].simulated:
        return configuration.default
    found = configuration.find_application(client_id)
    return found if found and found.type in (FIRST_PARTY, THIRD_PARTY) else None


def is_redirect_uri_allowed(resources: Resources, client: Application, address: str) -> bool:
    """Whether the redirect URI exactly matches one of the client (RFC 9700 §2.1); a loopback address may use
    any port (RFC 8252 §7.3). Origins that the vendor allows may use the paths where the client libraries
    expect the redirect. In demo mode, any page on this machine is allowed."""
    if address in client.redirect_uris:
        return True
    if _is_loopback(address):
        if resources[Deployment].simulated and client.is_default:
            return True
        return any(_differs_only_in_port(address, known) for known in client.redirect_uris)
    origins = resources[Deployment].origins | set(client.allowed_origins)
    return client.is_default and address in {
        origin + callback for origin in origins for callback in CALLBACKS
    }


def is_logout_uri_allowed(resources: Resources, client: Application, address: str) -> bool:
    """Whether the browser may go to this address after sign-out: an address of the application, or one on an
    origin that the vendor allows. On those origins first-party applications may name any page, because the
    hosted platform's clients name the user's current page; other applications only the root."""
    if address in {*client.redirect_uris, client.app_url, client.login_url}:
        return True
    origins = resources[Deployment].origins | set(client.allowed_origins)
    if client.type == THIRD_PARTY:
        return address.removesuffix("/") in origins
    if resources[Deployment].simulated and client.is_default and _is_loopback(address):
        return True
    return any(
        address == origin or address.startswith(tuple(f"{origin}{mark}" for mark in "/?#"))
        for origin in origins
    )


def _is_loopback(address: str) -> bool:
    """Whether the address is `http` to this machine, with or without a port, and without user information."""
    try:
        parts = urlsplit(address)
        port = f":{parts.port}" if parts.port is not None else ""  # raises if not a number
    except ValueError:
        return False
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    is_plain = parts.scheme == "http" and parts.netloc == f"{host}{port}"
    return is_plain and is_route(parts.fragment) and parts.hostname in LOOPBACK


def _differs_only_in_port(address: str, known: str) -> bool:
    asked, registered = urlsplit(address), urlsplit(known)
    return asked.hostname == registered.hostname and asked._replace(
        netloc=""
    ) == registered._replace(netloc="")
