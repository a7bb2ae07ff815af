"""Nothing of the demo exists outside of it: not in production, and not by default."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import product

import httpx
import pytest
from fastapi import FastAPI
from pydantic import SecretStr
from starlette.routing import Mount

from gatehouse.app import build_app, build_request_pipeline
from gatehouse.commands.runtime import build_payments, open_simulators
from gatehouse.kit import clock
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.resources import Resources
from gatehouse.kit.router import DescribedRoute
from gatehouse.providers.payments.port import Payments
from gatehouse.providers.settings import (
    NoPaymentProvider,
    PaddlePayments,
    SimulatedPayments,
    SmtpMail,
)
from gatehouse.providers.simulators import load_card_plugin, load_checkout_plugin
from gatehouse.settings import Settings
from gatehouse_simulators.cards.simulator import CardSimulator
from gatehouse_simulators.checkout.simulator import CheckoutSimulator
from tests.licensing.provider import deliver, event

ORIGIN = "https://id.test"


@pytest.fixture
def production(settings: Settings) -> Settings:
    return Settings(
        env="production",
        secret_key=settings.secret_key,
        database_url="postgresql://elsewhere/gatehouse",
        public_url=ORIGIN,
        data_dir=settings.data_dir,
        mail=SmtpMail(kind="smtp", host="mail.test"),
        payments=PaddlePayments(
            kind="paddle",
            environment="production",
            api_key=SecretStr("key"),
            client_token="live_1",
            webhook_secrets=[SecretStr("secret")],
            price_ids=["pri_1"],
        ),
    )


@pytest.fixture
def development(settings: Settings) -> Settings:
    """What runs without any setting."""
    return Settings(data_dir=settings.data_dir, public_url=ORIGIN)


@pytest.fixture
async def http(production: Settings, resources: Resources) -> AsyncIterator[httpx.AsyncClient]:
    app = build_request_pipeline(build_app(production, resources), production)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as opened:
        yield opened


@pytest.fixture
async def default_http(
    development: Settings, resources: Resources
) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(development, resources) as opened:
        yield opened


@asynccontextmanager
async def client_of(settings: Settings, resources: Resources) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the application with the payment provider of these settings."""
    own = Resources()
    own._by_kind.update(resources._by_kind)
    own.add(Payments, build_payments(settings))
    app = build_request_pipeline(build_app(settings, own), settings)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as opened:
        yield opened


def calls(app: FastAPI, below: str = "") -> Iterator[tuple[str, str]]:
    """Method and address of every route, those of a mounted application included; ids are made up."""
    for route in app.routes:
        if isinstance(route, DescribedRoute):
            for method in route.methods or ():
                yield method, below + re.sub(r"{.*?}", "x", route.path)
        elif isinstance(route, Mount) and isinstance(route.app, FastAPI):
            for path, methods in route.app.openapi()["paths"].items():
                for method in methods:
                    yield method.upper(), below + route.path + re.sub(r"{.*?}", "x", path)


@pytest.mark.parametrize("prefix", ["", "/frontegg"])
async def test_no_demo_address_answers(http, default_http, production, settings, resources, prefix):
    demo, real = (
        set(calls(build_app(some, resources, is_loaded=True))) for some in (settings, production)
    )
    only_demo = {call for call in demo - real if call[1].startswith(("/dev/", "/sim/"))}
    assert {("GET", "/dev/outbox"), ("POST", "/sim/checkout/control")} <= only_demo
    assert {("POST", "/sim/cards/control"), ("GET", "/sim/cards/v1/events")} <= only_demo
    assert len(only_demo) > 50
    for browser, (method, path) in product((http, default_http), sorted(only_demo)):
        answer = await browser.request(method, prefix + path, json={})
        assert answer.status_code == 404, path
        assert answer.json()["errorCode"] == "resource.not_found"


def test_no_route_of_the_demo_is_there(production, development, settings, resources):
    everywhere = (settings, production, development)
    demo, real, default = (
        paths_of(build_app(some, resources, is_loaded=True)) for some in everywhere
    )
    assert default == real
    only_demo = demo - real
    assert {path for path in demo if path.startswith(("/dev", "/sim"))} == only_demo
    assert "/dev/clock" in only_demo
    assert {"/sim/checkout", "/sim/cards"} <= only_demo
    assert real <= demo


def paths_of(app: FastAPI) -> set[str]:
    return {str(getattr(route, "path", "")) for route in app.routes}


async def test_nothing_of_the_simulator_is_opened(production, development):
    for settings in (production, development):
        opened = Resources()
        async with open_simulators(settings, "postgresql://nowhere/nothing", opened):
            for kind in (CheckoutSimulator, CardSimulator):
                with pytest.raises(LookupError):
                    opened[kind]


@pytest.mark.parametrize("load", [load_checkout_plugin, load_card_plugin])
def test_no_simulator_is_loaded_outside_the_demo(production, development, settings, load):
    for refused in (production, development):
        with pytest.raises(ConfigurationError, match=f"GATEHOUSE_ENV is {refused.env}"):
            load(refused)
    assert load(settings).__module__.startswith("gatehouse_simulators.")


NONE = NoPaymentProvider(kind="none")


@pytest.mark.parametrize("is_production", [False, True])
async def test_without_a_provider_nothing_can_be_bought_and_no_event_is_believed(
    is_production, production, development, resources, world
):
    """The simulator's secrets are public: an event that is signed with them proves nothing."""
    person = await world.person("Admin")
    without = production.model_copy(update={"payments": NONE}) if is_production else development
    async with client_of(without, resources) as http:
        assert (await http.get("/api/v1/frontegg")).json()["sellsLicenses"] is False
        http.headers["authorization"] = person.browser.headers["authorization"]
        answer = await http.get("/api/v1/paddle/config")
        assert (answer.status_code, answer.text) == (404, "No payment provider is configured.")
        assert (await http.post("/api/v1/organization", json={"name": "Acme"})).status_code == 201
        answer = await http.get("/api/v1/paddle/checkout-config")
        assert (answer.status_code, answer.text) == (404, "No payment provider is configured.")
        refused = await deliver(http, event("product.created", {"id": "pro_1"}, clock.now()))
        assert refused.status_code == 401
        [trial] = (await http.get("/api/v1/licenses")).json()
        assert trial["isTrial"] is True


async def test_with_a_provider_licenses_are_sold(production, resources):
    async with client_of(production, resources) as http:
        assert (await http.get("/api/v1/frontegg")).json()["sellsLicenses"] is True


async def test_even_the_simulators_settings_do_not_bring_it_into_production(production):
    """`payments` cannot be the simulator there; should it ever be, nothing is mounted."""
    forced = production.model_copy(update={"payments": SimulatedPayments()})
    assert not forced.simulates_checkout
    with pytest.raises(ValueError, match="production needs GATEHOUSE_PAYMENTS__KIND=paddle"):
        Settings(**production.model_dump() | {"payments": {"kind": "simulator"}})


async def test_production_asks_browsers_to_stay_with_https(http):
    answer = await http.get("/healthz")
    assert answer.status_code == 200
    assert "strict-transport-security" in answer.headers
    foreign = await http.post(
        "/identity/resources/auth/v1/logout", headers={"origin": "http://localhost:8000"}
    )
    assert foreign.status_code == 403
