"""An erasure reaches what is the person's: not what they, or a stranger, have typed."""

import json
import tomllib
from collections.abc import AsyncIterator

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database
from gatehouse.kit.resources import Resources
from tests.backend import new_backend, restored_backend
from tests.erasure.erasing import erase, settled, sweep, tables_with
from tests.identity.browser import ME
from tests.usage.test_usage import ADD_LICENSE
from tests.world import Db, Person, World

GROUPS = "/identity/resources/groups/v1"
TYPED = "4711-2026"


@pytest.fixture
async def backend(world: World, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    yield (await new_backend(world, ["vendor.read.users", "vendor.write.users"])).http
    await sweep(database)


async def says(person: Person, number: str) -> None:
    answer = await person.browser.put(ME, json={"phoneNumber": number})
    assert answer.status_code == 200, answer.text


async def is_done(db: Db, erasure_id: str) -> bool:
    done: bool = await db.connection.fetchval(
        "select finished_at is not null from person_erasures where id = $1::text::uuid", erasure_id
    )
    return done


async def test_an_unverified_number_is_erased_in_no_other_account(
    world: World, db: Db, database: Database, resources: Resources, backend
):
    """The number is not verified: it may be another user's, a date, or a number of anything."""
    stranger, boss = await world.person(), await world.person("Admin")
    wanted = {"name": f"Ward {TYPED}", "description": f"Call {TYPED} at night"}
    made = await boss.browser.post(GROUPS, json=wanted)
    assert made.status_code == 201, made.text
    await db.connection.execute(
        "update tenants set metadata = $2::text::jsonb where id = $1",
        boss.tenant_id, json.dumps({"beds": 100000, "ward": TYPED}),
    )  # fmt: skip
    for number in (TYPED, "100000"):
        await says(stranger, number)
    begun = (await erase(backend, stranger.id)).json()
    await settled(database, resources)
    assert await is_done(db, begun["id"])

    [kept] = (await boss.browser.get(GROUPS)).json()["groups"]
    assert (kept["name"], kept["description"]) == (wanted["name"], wanted["description"])
    metadata = await db.connection.fetchval(
        "select metadata::text from tenants where id = $1", boss.tenant_id
    )
    assert json.loads(metadata) == {"beds": 100000, "ward": TYPED}


async def test_a_number_goes_with_what_tells_of_the_person(
    world: World, db: Db, database: Database, resources: Resources, run_jobs, backend
):
    person, number = await world.person("Admin"), "+1 (555) 010-4711"
    hook = new_id()
    await says(person, number)
    await db.connection.execute(
        "insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, created_at,"
        " updated_at) values ($1, $2, 'x', 'https://x.test', '{}', false, $3, $3)",
        hook, person.tenant_id, clock.now(),
    )  # fmt: skip
    about = {"email": person.email, "phoneNumber": number, "said": f"is {number}"}
    await db.connection.execute(
        "insert into event_messages (id, tenant_id, event_id, event_key, channel, recipient, content, status,"
        " created_at) values ($1, $2, $1, 'x', 'email', 'boss@acme.test', $3::text::jsonb, 'failed', $4)",
        new_id(), person.tenant_id, json.dumps(about), clock.now(),
    )  # fmt: skip
    pseudonym = (await erase(backend, person.id)).json()["pseudonym"]
    await settled(database, resources)
    told = json.loads(await db.connection.fetchval(
        "select content::text from event_messages where tenant_id = $1", person.tenant_id))  # fmt: skip
    assert told == {"email": pseudonym, "phoneNumber": pseudonym, "said": f"is {number}"}
    assert "users" not in await tables_with(db, number)
    await db.connection.execute("delete from webhooks where id = $1", hook)


async def test_an_unverified_address_frees_no_seat(
    world: World, db: Db, database: Database, resources: Resources, run_jobs, backend
):
    """A tool may hold a seat by an address that no user has."""
    stranger, boss = await world.person(), await world.person("Admin")
    tenant, license_id, tool = boss.tenant_id, new_id(), f"ci-{new_id().hex[:8]}@acme.test"
    await db.connection.execute(ADD_LICENSE, tenant, new_id(), license_id, license_id.hex)
    await db.connection.execute(
        "insert into license_seats (id, tenant_id, license_id, holder, claimed_at, last_seen_at)"
        " values ($1, $2, $3, $4, $5, $5)",
        new_id(), tenant, license_id, tool, clock.now(),
    )  # fmt: skip
    added = await stranger.browser.post("/identity/resources/users/emails/v1", json={"email": tool})
    assert added.status_code == 201, added.text
    begun = (await erase(backend, stranger.id)).json()
    await settled(database, resources)
    assert await is_done(db, begun["id"])
    seats = await db.connection.fetch(
        "select holder from license_seats where tenant_id = $1", tenant
    )
    assert [row["holder"] for row in seats] == [tool]
    await db.connection.execute("delete from licenses where tenant_id = $1", tenant)
    await db.connection.execute("delete from organizations where tenant_id = $1", tenant)


async def test_a_number_that_another_has_too_is_not_the_persons_alone(
    world: World, db: Db, database: Database, resources: Resources, backend
):
    first, second = await world.person(), await world.person("Admin")
    number = "+15550104712"
    for person in (first, second):
        await db.connection.execute(
            "insert into mfa_phones (id, user_id, phone_number, created_at) values ($1, $2, $3, $4)",
            new_id(), person.id, number, clock.now(),
        )  # fmt: skip
    made = await second.browser.post(GROUPS, json={"name": "Night", "description": number})
    assert made.status_code == 201, made.text
    await erase(backend, first.id)
    await settled(database, resources)
    [kept] = (await second.browser.get(GROUPS)).json()["groups"]
    assert kept["description"] == number
    await db.connection.execute("delete from mfa_phones where user_id = $1", second.id)


@pytest.mark.parametrize("first", ["n", "a"])
async def test_a_text_of_several_lines_stops_no_erasure(
    world: World, db: Db, database: Database, resources: Resources, backend, first: str
):
    """As JSON has it, the letter n of a new line stands before what begins the next one."""
    rest = f"atalie.{new_id().hex[:8]}@acme.test"
    person, boss = await world.person(), await world.person("Admin")
    address = f"n{rest}" if first == "n" else rest
    await db.connection.execute("update users set email = $2 where id = $1", person.id, address)
    await db.connection.execute(
        "update tenants set metadata = $2::text::jsonb where id = $1",
        boss.tenant_id, json.dumps({"note": f"Hello\n{rest}"}),
    )  # fmt: skip
    begun = (await erase(backend, person.id)).json()
    await settled(database, resources)
    assert await is_done(db, begun["id"])
    note = json.loads(await db.connection.fetchval(
        "select metadata::text from tenants where id = $1", boss.tenant_id))["note"]  # fmt: skip
    assert note == f"Hello\n{rest if first == 'n' else begun['pseudonym']}"


async def test_the_address_of_a_webhook_stays_as_it_is(
    world: World, db: Db, database: Database, resources: Resources, backend
):
    pat = await world.person("Admin")
    url = f"https://hooks.test/of?owner={pat.email}"
    await db.connection.execute(
        "insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, created_at,"
        " updated_at) values (gen_random_uuid(), $1, $2, $3, '{}', true, $4, $4)",
        pat.tenant_id, f"Of {pat.email}", url, clock.now(),
    )  # fmt: skip
    begun = (await erase(backend, pat.id)).json()
    await settled(database, resources)
    assert await is_done(db, begun["id"])
    row = await db.connection.fetchrow(
        "select display_name, url from webhooks where tenant_id = $1", pat.tenant_id
    )
    assert row["url"] == url
    assert pat.email not in row["display_name"]


async def test_the_sender_of_a_mail_is_that_of_the_settings_again(
    world: World, database: Database, resources: Resources
):
    """A pseudonym is no address: no mail would leave, and the whole configuration could not be read."""
    person = await world.person()
    async with restored_backend(world) as backend:
        reset = {
            "type": "ResetPassword", "subject": "Reset", "htmlTemplate": "<p>{{link}}</p>",
            "senderEmail": person.email, "fromName": "Ada of Acme",
        }  # fmt: skip
        saved = await backend.http.post("/identity/resources/mail/v1/configs/templates", json=reset)
        assert saved.status_code == 201, saved.text
        await erase(backend.http, person.id)
        await settled(database, resources)
        shown = await backend.http.get("/vendor/resources/configuration/v1?table=mails")
        assert shown.status_code == 200, shown.text
        mail = tomllib.loads(shown.json()["document"])["mails"]["ResetPassword"]
        assert "sender_email" not in mail
        assert mail["from_name"] == "Ada of Acme"
    await sweep(database)


async def test_a_login_of_the_vendors_stays_though_it_is_their_address(
    world: World, database: Database, resources: Resources
):
    """The system behind it knows it by no other; the configuration could not be read with another."""
    person = await world.person()
    async with restored_backend(world) as backend:
        partner = {
            "display_name": "Partner", "client_id": person.email, "client_secret": "known to two",
            "issuer": "https://id.partner.test",
        }  # fmt: skip
        table = "/vendor/resources/configuration/v1/custom_social"
        saved = await backend.http.patch(table, json={"values": {"partner": partner}})
        assert saved.status_code == 200, saved.text
        await erase(backend.http, person.id)
        await settled(database, resources)
        shown = await backend.http.get("/vendor/resources/configuration/v1?table=custom_social")
        assert shown.status_code == 200, shown.text
        now = tomllib.loads(shown.json()["document"])["custom_social"]["partner"]
        assert now["client_id"] == person.email
    await sweep(database)
