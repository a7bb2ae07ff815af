"""A vendor's backend makes a call again, and the work is done once."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import asyncpg
import pytest
from fastapi.dependencies.models import Dependant

from gatehouse.access import idempotency
from gatehouse.access.idempotency import EXPIRED_KEYS
from gatehouse.access.vendor import VendorRoute, _open_vendor_transaction
from gatehouse.app import build_app
from gatehouse.kit import clock
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.router import DescribedRoute
from tests.backend import new_backend
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import GOOD, new_address

TENANTS = "/tenants/resources/tenants/v1"
USERS = "/identity/resources/users/v1"
CREDENTIALS = "/applications/resources/applications/v1"


def key() -> dict[str, str]:
    return {"idempotency-key": uuid4().hex}


async def named(db, name: str) -> int:
    count: int = await db.connection.fetchval("select count(*) from tenants where name = $1", name)
    return count


async def test_the_same_call_again_answers_as_the_first_time(backend, db):
    name, once = uuid4().hex, key()
    first = await backend.post(TENANTS, json={"name": name}, headers=once)
    again = await backend.post(TENANTS, json={"name": name}, headers=once)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert again.headers["content-type"] == first.headers["content-type"]
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert await named(db, name) == 1


async def test_without_a_key_each_call_does_its_work(backend, db):
    name = uuid4().hex
    for _ in range(2):
        assert (await backend.post(TENANTS, json={"name": name})).status_code == 201
    assert await named(db, name) == 2


async def test_fifty_at_once_do_it_once(backend, db):
    name, once = uuid4().hex, key()
    answers = await asyncio.gather(
        *(backend.post(TENANTS, json={"name": name}, headers=once) for _ in range(50))
    )
    made = {answer.json()["id"] for answer in answers if answer.status_code == 201}
    assert len(made) == 1
    # A request that waited too long is told to repeat, and then gets the same answer.
    assert {answer.status_code for answer in answers} <= {201, 503}
    assert await named(db, name) == 1


@pytest.mark.parametrize(
    "other", [{"name": "Other"}, {"name": "Acme", "website": "https://a.test"}]
)
async def test_a_key_is_for_one_request(backend, other):
    once = key()
    assert (await backend.post(TENANTS, json={"name": "Acme"}, headers=once)).status_code == 201
    refused = await backend.post(TENANTS, json=other, headers=once)
    assert refusal(refused) == (422, "idempotency.key_reused")
    elsewhere = await backend.post(f"{TENANTS}/{uuid4()}/suspend", headers=once)
    assert refusal(elsewhere) == (422, "idempotency.key_reused")


async def test_a_key_is_for_the_account_that_the_call_names(backend, world):
    """The account stands in a header: the same body for another one is another request."""
    once, wanted = key(), {"email": new_address()}
    tenants = [str(await world.tenant()) for _ in range(2)]
    first, second = [
        await backend.post(USERS, json=wanted, headers=once | {"frontegg-tenant-id": one})
        for one in tenants
    ]
    assert first.status_code == 201, first.text
    assert refusal(second) == (422, "idempotency.key_reused")


async def test_the_key_of_another_caller_is_another_key(backend, world):
    other, once = (await new_backend(world)).http, key()
    mine = await backend.post(TENANTS, json={"name": "Acme"}, headers=once)
    theirs = await other.post(TENANTS, json={"name": "Acme"}, headers=once)
    assert mine.json()["id"] != theirs.json()["id"]


async def test_what_was_refused_may_be_tried_again(backend):
    wanted, once = str(uuid4()), key()
    parent = {"name": "Acme", "parentTenantId": wanted}
    assert (await backend.post(TENANTS, json=parent, headers=once)).status_code == 404
    made = await backend.post(TENANTS, json={"name": "Parent", "tenantId": wanted})
    assert made.status_code == 201
    assert (await backend.post(TENANTS, json=parent, headers=once)).status_code == 201


async def test_a_refusal_after_slow_work_may_be_tried_again_too(backend, world):
    once = key() | {"frontegg-tenant-id": str(await world.tenant())}
    wanted = {
        "email": new_address(),
        "username": f"name-{uuid4().hex}",
        "password": "password1",
    }
    weak = await backend.post(USERS, json=wanted, headers=once)
    assert refusal(weak)[1].startswith("passwords."), weak.text
    strong = wanted | {"password": GOOD}
    made = await backend.post(USERS, json=strong, headers=once)
    assert made.status_code == 201, made.text
    again = await backend.post(USERS, json=strong, headers=once)
    assert (again.status_code, again.headers["idempotent-replayed"]) == (201, "true")


async def test_a_call_that_was_cut_off_is_not_reported_as_done(backend, monkeypatch):
    """Its key was kept by a pause, and then the process died."""
    once, asked = key(), {"name": "Acme"}

    async def cut_off(*_: object) -> None:
        raise asyncpg.ConnectionDoesNotExistError("connection was closed")

    with monkeypatch.context() as patched:
        patched.setattr(idempotency, "store_response", cut_off)
        claim = idempotency.claim_idempotency_key

        async def claimed_and_paused(request, db, caller_id):
            await claim(request, db, caller_id)
            await db.pause()

        patched.setattr(idempotency, "claim_idempotency_key", claimed_and_paused)
        assert (await backend.post(TENANTS, json=asked, headers=once)).status_code == 503
    refused = await backend.post(TENANTS, json=asked, headers=once)
    assert refusal(refused) == (409, "idempotency.unfinished")


async def test_a_caller_who_may_no_longer_hears_nothing(world):
    able = await new_backend(world)
    once = key()
    made = await able.http.post(TENANTS, json={"name": "Acme"}, headers=once)
    assert made.status_code == 201
    async with world._system() as db:
        await db.connection.execute(
            "update vendor_credentials set permissions = '{vendor.read.*}' where id = $1",
            able.credential.id,
        )
    again = await able.http.post(TENANTS, json={"name": "Acme"}, headers=once)
    assert refusal(again) == (403, "access.missing_permission")


async def test_a_secret_that_was_shown_lies_nowhere_in_clear(backend, db):
    made = await backend.post(
        CREDENTIALS,
        json={"name": "Shop", "appURL": "https://shop.test", "loginURL": "https://shop.test/in"},
    )
    assert made.status_code == 201, made.text
    asked = {"appId": made.json()["id"]}
    once = key()
    path = f"{CREDENTIALS}/credentials/regenerate"
    shown = await backend.post(path, json=asked, headers=once)
    assert shown.status_code == 201, shown.text
    again = await backend.post(path, json=asked, headers=once)
    assert again.json() == shown.json()
    rows = await db.connection.fetch("select sealed_answer from idempotency_keys")
    secrets = [text for text in shown.json().values() if isinstance(text, str) and len(text) > 15]
    assert secrets
    for text in secrets:
        assert all(text.encode() not in (row["sealed_answer"] or b"") for row in rows)


@pytest.mark.parametrize("wrong", ["", "x" * 256, "\u00e9\u00a0"])
async def test_an_odd_key_is_refused(backend, db, wrong):
    name = uuid4().hex
    headers = {"idempotency-key": wrong.encode("latin-1")}
    refused = await backend.post(TENANTS, json={"name": name}, headers=headers)
    assert refusal(refused) == (400, "idempotency.key_invalid")
    assert await named(db, name) == 0


async def test_a_key_is_kept_for_a_day(world, database, resources):
    backend, once = await new_backend(world), key()

    async def call() -> str:
        credential = backend.credential
        asked = {"clientId": str(credential.client_id), "secret": credential.secret}
        signed_in = await backend.http.post("/auth/vendor/", json=asked)
        headers = once | {"x-access-token": signed_in.json()["token"]}
        made = await backend.http.post(TENANTS, json={"name": "Acme"}, headers=headers)
        return str(made.json()["id"])

    async def later(by: timedelta) -> None:
        clock.advance_clock(by)
        await EXPIRED_KEYS.run(JobContext(database, resources, 0, 1, last_attempt=True))

    first = await call()
    await later(timedelta(hours=23))
    assert await call() == first
    await later(timedelta(hours=2))
    assert await call() != first


def test_every_post_of_the_management_api_takes_one(settings, resources):
    routes = [
        route
        for route in build_app(settings, resources, is_loaded=True).routes
        if isinstance(route, DescribedRoute)
    ]
    missing = [
        route.path
        for route in routes
        if "POST" in (route.methods or ())
        and any(one.call is _open_vendor_transaction for one in _all(route.api_route.dependant))
        and not isinstance(route, VendorRoute)
    ]
    assert missing == []


def _all(dependant: Dependant) -> Iterator[Dependant]:
    for one in dependant.dependencies:
        yield one
        yield from _all(one)
