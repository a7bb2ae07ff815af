"""Guarded routes of a product, the same with FastAPI and with Django."""

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any

import httpx
import pytest
from django.core.asgi import get_asgi_application
from fastapi import FastAPI

from gatehouse_sdk import Caller
from gatehouse_sdk.fastapi import Guard
from gatehouse_sdk.needs import bearer_of
from tests.sdk import django_site
from tests.sdk.issuer import Issuer, new_key

MULTI_FACTOR = "http://schemas.openid.net/pape/policies/2007/06/multi-factor"
SHOWN = {"acr": MULTI_FACTOR, "amr": ["pwd", "mfa", "otp"], "permissions": ["docs.*"]}


def fastapi_product(issuer: Issuer) -> Any:
    guard = Guard(issuer.tokens())
    app = FastAPI(lifespan=guard.lifespan, docs_url=None)

    @app.get("/welcome")
    async def welcome() -> dict[str, str]:
        return {"id": "anybody"}

    @app.get("/me")
    async def me(caller: Annotated[Caller, guard()]) -> dict[str, str]:
        return {"id": caller.id, "tenant": caller.tenant_id}

    routes = {
        "/docs": guard(permissions=["docs.read", "docs.all"]),
        "/admin": guard(roles=["Admin"]),
        "/exports": guard(features=["exports", "reports"]),
        "/danger": guard(permissions=["docs.write"], stepped_up=600),
    }
    for path, needed in routes.items():
        app.add_api_route(path, me, dependencies=[needed], methods=["GET", "POST"])
    return app


def django_product(issuer: Issuer) -> Any:
    django_site.guard._tokens = issuer.sync_tokens()
    return get_asgi_application()


@dataclass
class Product:
    http: httpx.AsyncClient
    issuer: Issuer

    async def status(self, path: str, **claims: Any) -> int:
        return (await self.get(path, self.issuer.token(**claims))).status_code

    async def get(self, path: str, token: str, method: str = "GET") -> httpx.Response:
        headers = {"authorization": f"Bearer {token}"}
        return await self.http.request(method, path, headers=headers)


@pytest.fixture(params=[fastapi_product, django_product], ids=["fastapi", "django"])
async def product(request) -> AsyncIterator[Product]:
    issuer = Issuer()
    transport = httpx.ASGITransport(request.param(issuer))
    async with httpx.AsyncClient(transport=transport, base_url="http://product") as http:
        yield Product(http, issuer)


@pytest.fixture
def later(monkeypatch) -> list[float]:
    """Seconds that have passed for what is kept."""
    passed = [0.0]
    for module in ("keys", "kept"):
        monkeypatch.setattr(
            f"gatehouse_sdk.{module}.monotonic", lambda: time.monotonic() + passed[0]
        )
    return passed


async def test_a_token_is_asked_for(product: Product):
    assert (await product.http.get("/welcome")).json() == {"id": "anybody"}
    refused = await product.http.get("/me")
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    assert "detail" in refused.json()
    for token in ("", "x", "a.b.c", product.issuer.token(aud="another"), "a" * 20_000):
        assert (await product.get("/me", token)).status_code == 401
    taken = await product.get("/me", product.issuer.token())
    assert taken.json() == {"id": "pat", "tenant": "acme"}


@pytest.mark.parametrize(
    ("path", "claims", "status"),
    [
        ("/docs", {}, 403),
        ("/docs", {"permissions": ["docs"]}, 403),
        ("/docs", {"permissions": ["docs.*"]}, 200),
        ("/docs", {"permissions": ["docs.all"]}, 200),
        ("/admin", {"roles": ["Reader"]}, 403),
        ("/admin", {"roles": ["Reader", "Admin"]}, 200),
        ("/danger", {"permissions": ["docs.write"]}, 401),
        ("/danger", {**SHOWN, "permissions": []}, 403),
    ],
)
async def test_rights_are_asked_for(
    product: Product, path: str, claims: dict[str, Any], status: int
):
    assert await product.status(path, **claims) == status


async def test_a_guard_requires_recent_mfa(product: Product):
    now = int(time.time())
    stale = await product.get("/danger", product.issuer.token(**SHOWN, auth_time=now - 700))
    assert stale.status_code == 401
    challenge = stale.headers["www-authenticate"]
    assert 'error="insufficient_user_authentication", max_age="600"' in challenge
    fresh = product.issuer.token(**SHOWN, auth_time=now - 10)
    for method in ("GET", "POST"):  # a token needs no second proof against other pages
        assert (await product.get("/danger", fresh, method)).status_code == 200


async def test_a_feature_is_asked_for_once_a_minute(product: Product, later: list[float]):
    issuer, asked = product.issuer, product.issuer.asked
    who, other = issuer.token(), issuer.token(sub="kim")
    refused = await product.get("/exports", who)
    assert (refused.status_code, refused.json()["detail"]) == (403, "Your plan does not have this")
    issuer.ends = {"reports": -1}
    for _ in range(3):
        assert (await product.get("/exports", other)).status_code == 200
    assert (await product.get("/exports", who)).status_code == 403
    assert len([path for path in asked if "entitlements" in path]) == 2
    later[0] = 61
    assert (await product.get("/exports", who)).status_code == 200
    issuer.ends = {"reports": 1000}
    later[0] = 122
    ended = await product.get("/exports", who)
    assert (ended.status_code, ended.json()["detail"]) == (403, "Your plan has ended")


async def test_while_the_server_is_away_what_was_known_holds(product: Product, later: list[float]):
    issuer = product.issuer
    who, other = issuer.token(), issuer.token(sub="kim")
    issuer.ends = {"exports": -1}
    assert (await product.get("/exports", who)).status_code == 200
    issuer.is_away, later[0] = True, 3600
    assert (await product.get("/exports", who)).status_code == 200
    assert (await product.get("/me", other)).status_code == 200
    unknown = await product.get("/exports", other)
    assert (unknown.status_code, unknown.headers["retry-after"]) == (503, "5")
    issuer.is_away, issuer.status = False, 401
    assert (await product.get("/exports", who)).status_code == 401


@pytest.mark.parametrize("name", ["roles", "permissions"])
async def test_one_list_that_a_token_refers_to_is_asked_for(product: Product, name: str):
    product.issuer.permissions, product.issuer.roles = ["docs.*"], ["Admin"]
    token = product.issuer.token(
        roles=[], permissions=[], _claim_names={name: "authorization"}, _claim_sources={}
    )
    path = "/admin" if name == "roles" else "/docs"
    assert (await product.get(path, token)).status_code == 200
    product.issuer.is_away = True
    assert await product.status("/me", _claim_names={"tenantIds": "tenants"}) == 200


@pytest.mark.parametrize("page", ["<html>Maintenance</html>", "", "null", "[]", '{"features": []}'])
async def test_an_answer_that_is_not_the_servers_says_nothing(
    product: Product, later: list[float], page: str
):
    issuer = product.issuer
    who, other = issuer.token(), issuer.token(sub="kim")
    issuer.ends = {"exports": -1}
    assert (await product.get("/exports", who)).status_code == 200
    issuer.page, later[0] = page, 3600
    assert (await product.get("/exports", who)).status_code == 200
    assert (await product.get("/exports", other)).status_code == 503


async def test_before_the_server_was_reached_nothing_is_said(product: Product, later: list[float]):
    product.issuer.is_away = True
    assert (await product.get("/me", product.issuer.token())).status_code == 503
    product.issuer.is_away = False
    assert (await product.get("/me", product.issuer.token())).status_code == 503
    assert product.issuer.asked == ["/.well-known/jwks.json"]
    later[0] = 6
    assert (await product.get("/me", product.issuer.token())).status_code == 200


async def test_a_new_key_is_found_at_once_and_made_up_ones_cost_nothing(
    product: Product, later: list[float]
):
    issuer, keys = product.issuer, [new_key("second"), new_key("third")]
    assert await product.status("/me") == 200
    issuer.keys.append(keys[0])
    assert await product.status("/me") == 200
    assert len(issuer.asked) == 2
    forger = Issuer(keys=[new_key(f"made up {number}") for number in range(20)])
    while forger.keys:
        assert (await product.get("/me", forger.token())).status_code == 401
        forger.keys.pop()
    assert len(issuer.asked) == 3
    later[0] = 6
    issuer.keys.append(keys[1])
    assert await product.status("/me") == 200


@pytest.mark.parametrize(
    ("header", "token"),
    [(None, ""), ("", ""), ("Bearer", ""), ("bearer  x ", "x"), ("Basic x", ""), ("x", "")],
)
def test_the_token_of_a_header(header: str | None, token: str):
    assert bearer_of(header) == token


REFERRED = {
    "roles": [],
    "permissions": [],
    "_claim_names": {"permissions": "authorization", "roles": "authorization"},
    "_claim_sources": {"authorization": {"endpoint": "https://elsewhere.test/", "digest": "x"}},
}


async def test_lists_that_a_token_refers_to_are_asked_of_the_server(
    product: Product, later: list[float]
):
    """Once a minute, and of the server that the product knows, whatever the token names."""
    issuer = product.issuer
    issuer.permissions, issuer.roles = ["docs.*"], ["Admin"]
    token = issuer.token(**REFERRED)
    for path in ("/docs", "/admin", "/docs"):
        assert (await product.get(path, token)).status_code == 200
    assert len([path for path in issuer.asked if "authorization" in path]) == 1
    issuer.permissions, later[0] = ["other"], 61
    assert (await product.get("/docs", token)).status_code == 403
    issuer.status, later[0] = 401, 122
    assert (await product.get("/me", token)).status_code == 401


@pytest.mark.parametrize("page", ["<html>Maintenance</html>", "{}", '{"roles": [{}]}'])
async def test_lists_that_cannot_be_read_are_neither_empty_nor_everything(
    product: Product, later: list[float], page: str
):
    issuer = product.issuer
    assert await product.status("/me") == 200  # the keys are known
    issuer.page = page
    for path in ("/docs", "/admin", "/me"):
        assert await product.status(path, **REFERRED) == 503
    issuer.page, issuer.is_away = None, True
    assert await product.status("/docs", **REFERRED) == 503
    assert await product.status("/docs", permissions=["docs.all"]) == 200
