"""Steps of several users who sign up with one address."""

import json
from base64 import urlsafe_b64decode
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tests.identity.signup_steps import (
    SIGN_UP,
    form,
)
from tests.identity.test_consents import CONSENTS, ledgerly  # noqa: F401  a fixture
from tests.vendor_view import get_user_by_email

INVITE = "/identity/resources/users/v2"


VERA = {"name": "Vera Prospect", "companyName": "Prospect GmbH"}


NOT_MINE = {"name": "Other Name", "companyName": "Not Mine Inc"}


MEMBERSHIPS = """
select t.name, m.activated from memberships m join tenants t on t.id = m.tenant_id
join users u on u.id = m.user_id where u.email = $1 and t.deleted_at is null order by m.created_at
"""


async def metadata_of(world, address: str) -> Any:
    return json.loads((await get_user_by_email(world, address))["metadata"])


def claims_of(answer: httpx.Response) -> dict[str, Any]:
    payload = answer.json()["accessToken"].split(".")[1]
    claims: dict[str, Any] = json.loads(urlsafe_b64decode(payload + "==="))
    return claims


def links_of(world, address: str) -> list[tuple[str, dict[str, str]]]:
    links = [world.link(mail) for mail in world.mails(address)]
    return [(one.path, dict(one.params)) for one in links]


async def memberships(db, address: str) -> list[tuple[str, bool]]:
    return [tuple(row) for row in await db.connection.fetch(MEMBERSHIPS, address)]


async def invite(world, run_jobs, address: str, company: str = "Stranger Ltd") -> None:
    admin = await world.person("Admin", tenant_id=await world.tenant(company))
    body = {"email": address, "roleIds": [], "provider": "local"}
    assert (await admin.browser.post(INVITE, json=body)).status_code == 201
    await run_jobs()


@asynccontextmanager
async def let_in_at_once(world):
    await world.configure("update vendor set allow_not_verified_users_login = true")
    try:
        yield
    finally:
        await world.configure("update vendor set allow_not_verified_users_login = false")


async def enter_at_once(browser, address: str, **more: object) -> dict[str, Any]:
    """The claims of a session that began before the address was proved; the browser sends its token."""
    made: dict[str, Any] = (await browser.post(SIGN_UP, json=form(address, **more))).json()
    assert made["shouldActivate"] is False
    browser.headers["authorization"] = f"Bearer {made['authResponse']['accessToken']}"
    return made
