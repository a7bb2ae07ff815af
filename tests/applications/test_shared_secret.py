"""The secret that an application's backend shares with this server: with it, it says where people are."""

from uuid import UUID, uuid4

import pytest

from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.applications.conftest import Console
from tests.backend import Backend
from tests.identity.second_factors import Somebody, Steps
from tests.identity.signup_steps import GOOD, LOGIN
from tests.stored import row_contains
from tests.world import Db, World

CREDENTIALS = "/applications/resources/applications/v1/credentials"
THERE = "203.0.113.9"
IP = "select ip from sessions where user_id = $1 order by created_at desc limit 1"


async def made(world: World, backend: Backend, application_id: object) -> str:
    path = f"{CREDENTIALS}/shared/regenerate"
    answer = await backend.http.post(path, json={"appId": str(application_id)})
    assert answer.status_code == 201, answer.text
    assert answer.json().keys() == {"sharedSecret"}
    await world.resources[VendorConfiguration].load()
    secret: str = answer.json()["sharedSecret"]
    return secret


async def place_of(world: World, db: Db, person: Somebody, **headers: str) -> str:
    """The address from which a user signed in whose backend called with these headers."""
    body = {"email": person.email, "password": GOOD}
    answer = await world.new_client().post(LOGIN, json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    found: str = await db.connection.fetchval(IP, person.id)
    return found


def shown(secret: str, application_id: UUID | str | None, told: str = THERE) -> dict[str, str]:
    """As a backend's package sends them."""
    sent = {"x-frontegg-headers-verifier": secret, "x-frontegg-forwarded-for": told}
    return sent | ({"frontegg-application-id": str(application_id)} if application_id else {})


@pytest.fixture
async def person(world: World, asgi, run_jobs, db: Db) -> Somebody:
    return await Steps(world, asgi, run_jobs, db).somebody()


async def test_the_shared_secret_is_shown_once(
    world: World, console: Console, backend: Backend, db: Db
):
    await console.add()
    path = f"{CREDENTIALS}/{console.id}"
    assert (await backend.http.get(path)).json()["sharedSecret"] == ""
    secret = await made(world, backend, console.id)
    told = (await backend.http.get(path)).json()
    assert (told["sharedSecret"][-4:], told["clientSecret"]) == (secret[-4:], "")
    assert secret not in told["sharedSecret"]
    stored = await db.connection.fetch(
        "select s::text as row from application_shared_secrets s where application_id = $1",
        console.id,
    )
    audited = await db.connection.fetch(
        "select a::text as row from audits a where action = 'application.shared_secret_made'"
        " and data ->> 'application_id' = $1",
        str(console.id),
    )
    assert (len(stored), len(audited)) == (1, 1)
    assert not [row for row in (*stored, *audited) if row_contains(row["row"], secret)]


@pytest.mark.parametrize("header", ["frontegg-application-id", "frontegg-requested-application-id"])
async def test_the_applications_backend_says_where_people_are(
    world: World, console: Console, backend: Backend, db: Db, person: Somebody, header: str
):
    await console.add("FREE_ACCESS")
    secret = await made(world, backend, console.id)
    for name in (console.id, console.client_id):
        headers = {**shown(secret, None), header: str(name)}
        assert await place_of(world, db, person, **headers) == THERE


async def test_a_backend_that_names_no_application_is_the_default_ones(
    world: World, backend: Backend, db: Db, person: Somebody
):
    default = world.resources[VendorConfiguration].current.default.id
    secret = await made(world, backend, default)
    assert await place_of(world, db, person, **shown(secret, None)) == THERE
    await world.configure("delete from application_shared_secrets")


async def test_without_the_shared_secret_the_callers_own_address_counts(
    world: World, console: Console, backend: Backend, db: Db, person: Somebody
):
    await console.add("FREE_ACCESS")
    before = await made(world, backend, console.id)
    secret = await made(world, backend, console.id)
    own = await backend.http.post(f"{CREDENTIALS}/regenerate", json={"appId": str(console.id)})
    here = await place_of(world, db, person)
    for headers in (
        shown(before, console.id),
        shown("guess", console.id),
        shown("", console.id),
        shown(own.json()["clientSecret"], console.id),
        shown(secret, None),
        shown(secret, uuid4()),
        shown(secret, console.id, "no address"),
        shown(secret, console.id, ""),
        shown(secret, console.id, f"{THERE}, 10.0.0.1"),
        {"x-frontegg-forwarded-for": THERE, "frontegg-application-id": str(console.id)},
    ):
        assert await place_of(world, db, person, **headers) == here, headers
    assert await place_of(world, db, person, **shown(secret, console.id)) == THERE


async def test_the_shared_secret_opens_nothing_else(
    world: World, console: Console, backend: Backend
):
    await console.add()
    secret = await made(world, backend, console.id)
    body = {
        "grant_type": "client_credentials",
        "client_id": str(console.client_id),
        "client_secret": secret,
    }
    answer = await world.new_client().post("/oauth/token", data=body)
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


async def test_of_an_unknown_application_and_without_the_right(world: World, backend: Backend):
    path = f"{CREDENTIALS}/shared/regenerate"
    answer = await backend.http.post(path, json={"appId": str(uuid4())})
    assert (answer.status_code, answer.json()["errorCode"]) == (404, "applications.not_found")
    person = await world.person("Admin")
    assert (await person.browser.post(path, json={"appId": str(uuid4())})).status_code == 401


async def test_an_application_out_of_use_says_nothing(
    world: World,
    console: Console,
    backend: Backend,
    db: Db,
    person: Somebody,
    resources: Resources,
):
    await console.add("FREE_ACCESS")
    secret = await made(world, backend, console.id)
    here = await place_of(world, db, person)
    await world.configure("update applications set is_active = false where id = $1", console.id)
    assert await place_of(world, db, person, **shown(secret, console.id)) == here
