"""All users of an Auth0 tenant are fetched, page after page."""

from datetime import timedelta
from ipaddress import ip_network
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.imports.auth0 import pages
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.outbound import Outbound
from gatehouse.vendor_access.credentials import revoke_credential
from tests.backend import new_backend
from tests.identity.older_systems import CLIENT, SECRET, Answer, OlderSystem
from tests.identity.signup_steps import new_address
from tests.staff import hire
from tests.vendor_view import members_of

AUTH0 = "/identity/resources/migrations/v1/auth0"


class Auth0(OlderSystem):
    """Lists its people as the Management API does, no more than two pages of a search."""

    listed: list[dict[str, Any]]

    def answer(self, path: str, headers: dict[str, str], sent: dict[str, Any]) -> Answer:
        parts = urlsplit(path)
        if parts.path != "/api/v2/users":
            return super().answer(path, headers, sent)
        query = dict(parse_qsl(parts.query))
        since = query.get("q", "created_at:[ TO").removeprefix("created_at:[").partition(" ")[0]
        size, page = int(query["per_page"]), int(query["page"])
        if page >= pages.MOST_PAGES:
            return 400, {"error": "Bad Request"}
        found = [one for one in self.listed if one["created_at"] >= since]
        return 200, found[page * size : (page + 1) * size]


@pytest.fixture
def auth0(resources, monkeypatch):
    before = resources[Outbound]
    resources.add(Outbound, Outbound([ip_network("127.0.0.0/8")]))
    monkeypatch.setattr(pages, "AT_ONCE", 3)
    monkeypatch.setattr(pages, "MOST_PAGES", 2)
    with Auth0() as running:
        yield running
    resources.add(Outbound, before)


def asked(auth0: Auth0, **more: Any) -> dict[str, Any]:
    return {
        "domain": auth0.url, "clientId": CLIENT, "secret": SECRET, "tenantIdFieldName": "tenant",
        **more,
    }  # fmt: skip


async def test_each_user_is_fetched_once(backend, auth0, world, db, run_jobs):
    tenant_id = await world.tenant()
    # Two were made at the same moment, where a search ends.
    moments = [1, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10]
    auth0.listed = [
        {
            "user_id": f"auth0|{place}", "email": new_address(), "email_verified": True,
            "created_at": f"2020-01-01T00:00:{moment:02}.000Z",
            "app_metadata": {"tenant": str(tenant_id)},
        }
        for place, moment in enumerate(moments)
    ]  # fmt: skip
    auth0.listed[2]["app_metadata"] = {}
    begun = await backend.post(AUTH0, json=asked(auth0))
    assert begun.status_code == 201, begun.text
    status = (await backend.get(begun.headers["location"])).json()
    assert (status["status"], status["position"]) == ("InProgress", 0)
    stored = await db.connection.fetchrow(
        "select configuration::text, sealed_secret from auth0_migrations where id = $1",
        status["id"],
    )
    assert SECRET not in stored["configuration"]
    assert SECRET.encode() not in stored["sealed_secret"]
    await run_jobs()
    status = (await backend.get(begun.headers["location"])).json()
    assert (status["status"], status["created"], status["failed"]) == ("Completed", 10, 1)
    assert [one["email"] for one in status["failures"]] == [auth0.listed[2]["email"]]
    assert len(await members_of(world, tenant_id)) == 10
    left = "select sealed_secret from auth0_migrations where id = $1"
    assert await db.connection.fetchval(left, status["id"]) is None


async def test_a_refusal_is_told(backend, auth0, run_jobs):
    auth0.listed = []
    begun = await backend.post(AUTH0, json=asked(auth0, secret="wrong"))
    await run_jobs()
    status = (await backend.get(begun.headers["location"])).json()
    assert status["status"] == "Failed"
    assert "access_denied" in status["problem"]


async def test_it_ends_when_the_credential_that_began_it_was_revoked(
    backend, auth0, world, run_jobs
):
    begun_by, tenant_id = await new_backend(world), await world.tenant()
    auth0.listed = [
        {
            "user_id": "auth0|1", "email": new_address(), "created_at": "2020-01-01T00:00:01.000Z",
            "app_metadata": {"tenant": str(tenant_id)},
        }
    ]  # fmt: skip
    begun = await begun_by.http.post(AUTH0, json=asked(auth0))
    assert begun.status_code == 201, begun.text
    assert await revoke_credential(world.resources[Database], str(begun_by.credential.id))
    await run_jobs()
    status = (await backend.get(begun.headers["location"])).json()
    assert (status["status"], status["created"]) == ("Failed", 0)
    assert "no longer has the required permission" in status["problem"]


async def test_what_cannot_be_asked_is_refused(backend, auth0):
    for bad in ({"domain": "a/b"}, {"tenantIdFieldName": ""}, {"secret": ""}):
        assert (await backend.post(AUTH0, json=asked(auth0, **bad))).status_code == 400


async def test_verified_addresses_of_another_system_ask_staff_for_a_recent_factor(world, auth0, db):
    owner = await hire(world, StaffRole.OWNER)
    await db.connection.execute(
        "update sessions set auth_time = $2 where id = $1",
        owner.person.session_id, clock.now() - timedelta(minutes=16),
    )  # fmt: skip
    answer = await owner.browser.post(AUTH0, json=asked(auth0))
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "access.step_up_needed")
