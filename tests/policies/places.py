"""Requests from other addresses: through a proxy that is trusted, as in an installation."""

from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path

import httpx

from gatehouse.access.settings import AccessSettings
from gatehouse.kit.resources import Resources
from gatehouse.policies.country_restrictions.countries import Countries

IP = "/identity/resources/configurations/v1/restrictions/ip"
DOMAINS = "/identity/resources/configurations/restrictions/v1/email-domain"
COUNTRIES = "/security-engines/resources/policies/v1/country-restriction"
REFRESH = "/identity/resources/auth/v1/user/token/refresh"


@contextmanager
def behind_a_proxy(resources: Resources, *networks: str) -> Iterator[None]:
    """The tests' own address is that of a trusted proxy; without networks none is trusted."""
    before = resources[AccessSettings]
    trusted = [ip_network(network) for network in networks]
    resources.add(AccessSettings, before.model_copy(update={"trusted_proxies": trusted}))
    try:
        yield
    finally:
        resources.add(AccessSettings, before)


@contextmanager
def countries_of(resources: Resources, path: Path) -> Iterator[None]:
    before = resources[Countries]
    resources.add(Countries, Countries(path))
    try:
        yield
    finally:
        resources.add(Countries, before)


def move(browser: httpx.AsyncClient, address: str) -> None:
    browser.headers["x-forwarded-for"] = address
