"""The sample products in front of the server: who may do what, and keys that turn over under load."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from gatehouse.access.signing_keys import PUBLISH_AHEAD, KeyRing
from gatehouse.access.tokens import AccessTokens
from gatehouse.kit import clock
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.access.test_key_rotation import key_of
from tests.entitlements.conftest import seller  # noqa: F401  a fixture
from tests.entitlements.seller import Seller
from tests.identity.second_factors import AT_LOGIN, Somebody, Steps, code_of
from tests.sdk.examples import COMMANDS, running, served
from tests.world import World

PERMISSIONS = "/identity/resources/permissions/v1"
RIGHTS = ("reports.read", "reports.write")
CALLERS = 8


@pytest.fixture
def audience(resources: Resources) -> str:
    return str(resources[VendorConfiguration].current.default.client_id)


@pytest.fixture(params=COMMANDS)
async def product(
    request: pytest.FixtureRequest, asgi, resources: Resources, audience: str, tmp_path: Path
) -> AsyncIterator[httpx.AsyncClient]:
    async with served(asgi) as url:
        settings = {
            "GATEHOUSE_URL": url,
            "GATEHOUSE_CLIENT_ID": audience,
            "GATEHOUSE_ISSUER": resources[AccessTokens].issuer,
            "DJANGO_SECRET_KEY": "of no use here",
        }
        async with running(request.param, tmp_path / "log", **settings) as http:
            yield http


@pytest.fixture
def steps(world: World, asgi, run_jobs, db) -> Steps:
    return Steps(world, asgi, run_jobs, db)


async def token_of(steps: Steps, who: Somebody) -> str:
    """Of a new sign-in, with the second factor where they have one."""
    answer = await steps.login(who)
    if who.secrets:
        body = {"mfaToken": answer["mfaToken"], "value": code_of(who.secrets[-1])}
        shown = await steps.world.new_client().post(f"{AT_LOGIN}/verify", json=body)
        assert shown.status_code == 201, shown.text
        answer = shown.json()
    token: str = answer["accessToken"]
    return token


async def call(
    product: httpx.AsyncClient, method: str, path: str, token: str, **more: Any
) -> httpx.Response:
    headers = {"authorization": f"Bearer {token}"}
    return await product.request(method, path, headers=headers, **more)


async def test_who_may_do_what(
    product: httpx.AsyncClient,
    steps: Steps,
    seller: Seller,  # noqa: F811
):
    made = await seller.ask(
        "POST", PERMISSIONS, json=[{"key": key, "name": key.title()} for key in RIGHTS]
    )
    assert made.status_code == 201, made.text
    await seller.feature("exports")
    who, other = await steps.somebody(), await steps.with_app()
    await steps.world.grant(other.tenant_id, other.id, *RIGHTS)
    nobody, writer = await token_of(steps, who), await token_of(steps, other)

    refused = await product.get("/reports")
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    assert (await call(product, "GET", "/me", writer[:-4] + "AAAA")).status_code == 401
    me = {"id": str(who.id), "tenantId": str(who.tenant_id)}
    assert (await call(product, "GET", "/me", nobody)).json() == me

    assert (await call(product, "GET", "/reports", nobody)).status_code == 403
    assert (await call(product, "GET", "/reports", writer)).json() == []
    added = await call(product, "POST", "/reports", writer, json={"title": "March"})
    assert added.status_code == 201, added.text
    assert (await call(product, "GET", "/reports", writer)).json() == ["March"]

    assert (await call(product, "GET", "/reports/export", writer)).status_code == 403
    plan = await seller.plan("Teams", "exports")
    await seller.post(
        "/entitlements/resources/entitlements/v2", planId=plan["id"], tenantId=str(other.tenant_id)
    )
    await seller.configuration.load()
    clock.advance_clock(PUBLISH_AHEAD / 10)  # the next code of the app
    again = await token_of(steps, other)
    exported = await call(product, "GET", "/reports/export", again)
    assert (exported.status_code, exported.text) == (200, "title\nMarch")

    colleague = await steps.somebody(tenant_id=other.tenant_id)
    await steps.world.grant(other.tenant_id, colleague.id, *RIGHTS)
    without = await token_of(steps, colleague)
    unsure = await call(product, "DELETE", "/reports", without)
    assert unsure.status_code == 401
    assert 'error="insufficient_user_authentication"' in unsure.headers["www-authenticate"]
    assert (await call(product, "GET", "/reports", without)).json() == ["March"]
    assert (await call(product, "DELETE", "/reports", again)).status_code == 204
    assert (await call(product, "GET", "/reports", without)).json() == []


async def test_a_key_rotation_under_load_refuses_no_requests(
    product: httpx.AsyncClient, resources: Resources, audience: str, db
):
    keys, tokens = resources[KeyRing], resources[AccessTokens]
    claims = {"sub": "pat", "tenantId": "acme"}
    answers: Counter[int] = Counter()
    signed: Counter[str] = Counter()
    is_over = asyncio.Event()

    async def calls() -> None:
        while not is_over.is_set():
            token = tokens.sign(claims, audience=audience)
            answers[(await call(product, "GET", "/me", token)).status_code] += 1
            signed[key_of(token)] += 1

    async def more(count: int) -> None:
        wanted = answers.total() + count
        while answers.total() < wanted:  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    async with asyncio.timeout(60), asyncio.TaskGroup() as callers:
        for _ in range(CALLERS):
            callers.create_task(calls())
        await more(40)
        new = await keys.rotate()
        await more(40)
        clock.advance_clock(PUBLISH_AHEAD)
        await more(80)
        is_over.set()
    clock.reset_clock()
    await db.connection.execute("delete from signing_keys where id = $1", new)
    await keys.load()
    assert set(answers) == {200}
    assert set(signed) == {keys.current()[0], new}
    assert min(signed.values()) >= 60
