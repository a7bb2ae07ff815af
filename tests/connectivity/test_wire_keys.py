"""Events that the wire has a key of its own for, beside those by which the audit knows the same moment."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from gatehouse.kit import hashing
from gatehouse.kit.db.migrate import MIGRATIONS
from gatehouse.kit.names import NameServers
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from tests.connectivity.steps import Webhooks
from tests.connectivity.told import EMAILS, Subscriptions, text_of
from tests.federation.saml_idp import signed
from tests.identity.sso import company as openid
from tests.identity.sso import saml_steps as saml
from tests.identity.sso.provider import CompanyProvider
from tests.identity.sso.steps import Names
from tests.identity.test_login import PASSWORD, attempt, give_password
from tests.scim.directory import connect, path_of, person
from tests.world import Db, World

USERS = "/identity/resources/users"
DOMAINS = "/identity/resources/configurations/restrictions/v1/email-domain"
PEOPLE = ["frontegg.user.created", "frontegg.user.deleted"]
DIRECTORY = [
    f"frontegg.scim.{kind}.{done}"
    for kind in ("user", "group")
    for done in ("created", "updated", "deleted")
]
SIGN_IN = [f"frontegg.user.authenticated{way}" for way in ("", "WithSAML", "WithSSO")]
RESTRICTED = "frontegg.account.security.domain.restricted"
OUR_RESTRICTED = "gatehouse.domain_restriction.created"


@pytest.fixture
def names(resources: Resources) -> Iterator[Names]:
    before, ours = resources[NameServers], Names()
    resources.add(NameServers, ours)
    yield ours
    resources.add(NameServers, before)


async def told(hooks: Webhooks) -> list[tuple[str, Any]]:
    """What has come since the last look: its key, and which user or object it is about."""
    await hooks.run_jobs()
    bodies = [one.json for one in hooks.receiver.received]
    hooks.receiver.received.clear()
    assert len({body["id"] for body in bodies}) == len(bodies)
    return sorted(
        (
            body["eventKey"].removeprefix("frontegg."),
            body["data"].get("email") or body["data"].get("name"),
        )
        for body in bodies
    )


async def test_who_becomes_a_user_and_who_is_none_any_more(hooks: Webhooks, world: World):
    await hooks.make(eventKeys=PEOPLE)
    stranger, known = f"{uuid4().hex[:12]}@example.test", (await world.person()).email
    for address in (stranger, known, stranger):  # the last is mailed once more, and is no news
        answer = await hooks.http.post(f"{USERS}/v2", json={"email": address})
        assert answer.status_code == 201, answer.text
    # Of a user with an account elsewhere nothing else is sent than of a new user.
    assert await told(hooks) == sorted([("user.created", stranger), ("user.created", known)])
    listed = (await hooks.http.get(f"{USERS}/v3", params={"_email": stranger})).json()["items"]
    user_id = next(one["id"] for one in listed if one["email"] == stranger)
    assert (await hooks.http.delete(f"{USERS}/v1/{user_id}")).status_code == 200
    assert await told(hooks) == [("user.deleted", stranger)]


async def test_what_a_directory_says(hooks: Webhooks, world: World):
    await hooks.make(eventKeys=[*PEOPLE, *DIRECTORY])
    directory = await connect(world, hooks.admin)
    ada = await directory.user()
    address = ada["userName"]
    assert await told(hooks) == [("scim.user.created", address), ("user.created", address)]
    renamed = {"op": "replace", "path": "displayName", "value": "Ada King"}
    assert (await directory.patch(ada, renamed)).status_code == 200
    assert await told(hooks) == [("scim.user.updated", address)]
    assert (await directory.patch(ada, renamed)).status_code == 200
    assert await told(hooks) == []

    team = await directory.group("Engines", ada)
    assert await told(hooks) == [("scim.group.created", "Engines")]
    changes = [
        {"op": "replace", "path": "displayName", "value": "Machines"},
        {"op": "remove", "path": "members"},
    ]
    assert (await directory.patch(team, *changes)).status_code == 204
    assert await told(hooks) == [("scim.group.updated", "Machines")]
    assert (await directory.http.delete(path_of(team))).status_code == 204
    assert await told(hooks) == [("scim.group.deleted", "Machines")]

    assert (await directory.http.delete(path_of(ada))).status_code == 204
    assert await told(hooks) == [("scim.user.deleted", address), ("user.deleted", address)]


async def test_nothing_is_told_of_what_a_directory_was_refused(hooks: Webhooks, world: World):
    directory = await connect(world, hooks.admin)
    ada, grace = await directory.user(), await directory.user()
    team = await directory.group("Engines")
    await directory.group("Machines")
    await hooks.make(eventKeys=[*PEOPLE, *DIRECTORY])
    await told(hooks)
    taken = {"op": "replace", "path": "userName", "value": grace["userName"]}
    assert (await directory.patch(ada, taken)).status_code == 409
    again = await directory.http.post("/Users", json=person(ada["userName"]))
    assert again.status_code == 409
    same = {"op": "replace", "path": "displayName", "value": "Machines"}
    assert (await directory.patch(team, same)).status_code == 409
    assert await told(hooks) == []


async def test_a_domain_is_restricted(hooks: Webhooks):
    await hooks.make(eventKeys=[RESTRICTED])
    one = {"domain": "evil.example", "type": "BLOCK"}
    assert (await hooks.http.post(DOMAINS, json=one)).status_code == 201
    (received,) = await bodies(hooks)
    assert received["eventKey"] == RESTRICTED
    assert received["eventContext"]["tenantId"] == str(hooks.admin.tenant_id)
    assert received["data"]["domain"] == "evil.example"
    several = {"domains": ["evil.example", "worse.example"], "type": "BLOCK"}
    answer = await hooks.http.post(f"{DOMAINS}/replace-bulk", json=several)
    assert answer.is_success, answer.text
    # The first was restricted before.
    assert [one["data"]["domain"] for one in await bodies(hooks)] == ["worse.example"]


async def bodies(hooks: Webhooks) -> list[dict[str, Any]]:
    await hooks.run_jobs()
    found = [one.json for one in hooks.receiver.received]
    hooks.receiver.received.clear()
    return found


async def test_signed_in_with_saml(hooks: Webhooks, world: World, names: Names):
    acme = await saml.company(hooks.admin, names, f"{uuid4().hex[:12]}.example")
    await hooks.make(eventKeys=SIGN_IN)
    browser = world.new_client()
    asked = await saml.ask(browser, acme.at("ada"))
    page = await saml.bring(browser, signed(acme.message("ada", asked), saml.IDP), asked.state)
    user_id = (await saml.me(browser, await saml.finish(browser, page)))["id"]
    received = await bodies(hooks)
    assert sorted(one["eventKey"] for one in received) == sorted(SIGN_IN)
    assert {one["eventContext"]["userId"] for one in received} == {user_id}
    assert len({one["data"]["sessionId"] for one in received}) == 1
    actions = await hooks.http.get("/audits", params={"filter": "Signed in", "count": 20})
    assert [one["action"] for one in actions.json()["data"]].count("user.authenticated") == 1
    assert not [one for one in actions.json()["data"] if "with_s" in one["action"]]


@pytest.fixture
def provider(resources: Resources, hooks: Webhooks) -> Iterator[CompanyProvider]:
    before, ours = resources[Outbound], CompanyProvider(f"https://{uuid4().hex[:12]}.idp.example")
    yield ours
    resources.add(Outbound, before)


async def test_signed_in_with_openid(
    hooks: Webhooks, world: World, names: Names, provider: CompanyProvider, resources: Resources
):
    await hooks.make(eventKeys=SIGN_IN)
    before = resources[Outbound]
    resources.add(Outbound, provider)
    acme = await openid.Company.set_up(hooks.admin, names, provider)
    answer = await acme.come(world.new_client(), f"ann@{acme.domain}", email_verified=True)
    assert answer.status_code == 200, answer.text
    resources.add(Outbound, before)
    keys = sorted(one["eventKey"] for one in await bodies(hooks))
    assert keys == ["frontegg.user.authenticated", "frontegg.user.authenticatedWithSSO"]


async def test_a_password_is_no_single_sign_on(hooks: Webhooks, world: World, db: Db):
    await hooks.make(eventKeys=SIGN_IN)
    user_id, email = await world.member(hooks.admin.tenant_id, "ReadOnly")
    await give_password(db, user_id, await hashing.hash_password(PASSWORD))
    assert (await attempt(world.new_client(), email)).status_code == 200
    assert [one["eventKey"] for one in await bodies(hooks)] == ["frontegg.user.authenticated"]


@pytest.mark.parametrize("key", [*PEOPLE, *DIRECTORY, *SIGN_IN, RESTRICTED])
async def test_every_channel_offers_it(hooks: Webhooks, key: str):
    for channel in ("email", "sms", "slack", "webhook"):
        answer = await hooks.http.get(
            "/event/resources/configurations/v1", params={"channels": channel}
        )
        entry = next(one for one in answer.json() if one["key"] == key)
        assert entry["displayName"]
        assert entry["categoryId"]


async def test_by_mail(world: World, hooks: Webhooks, run_jobs):
    emails = Subscriptions(EMAILS, world, hooks.admin, run_jobs)
    reader, newcomer = (f"{uuid4().hex[:12]}@example.test" for _ in range(2))
    await emails.add(reader, key="frontegg.user.created")
    await hooks.http.post(f"{USERS}/v2", json={"email": newcomer})
    await run_jobs()
    (mail,) = world.mails(reader)
    assert f"{newcomer} was added as a user" in text_of(mail)


async def test_who_asked_for_restricted_domains_before_is_told_under_the_key_of_the_wire(
    hooks: Webhooks, db: Db
):
    made = await hooks.make()
    sql = (MIGRATIONS / "0207.wire_event_domains.sql").read_text()
    async with db.connection.transaction():
        await db.connection.execute(
            "update webhooks set event_keys = array[$2, 'frontegg.group.created'] "
            "where id = $1::text::uuid",
            made["_id"], OUR_RESTRICTED,
        )  # fmt: skip
        await db.connection.execute(
            """
            insert into event_channels (tenant_id, channel, event_key, enabled, created_at, updated_at)
            values ($1, 'email', $2, true, now(), now())
            """,
            hooks.admin.tenant_id, OUR_RESTRICTED,
        )  # fmt: skip
        await db.connection.execute(
            """
            insert into event_subscriptions (id, tenant_id, channel, event_key, name, enabled, recipients,
              created_at, updated_at)
            values (gen_random_uuid(), $1, 'email', $2, '', true, '{ada@acme.test}', now(), now())
            """,
            hooks.admin.tenant_id, OUR_RESTRICTED,
        )  # fmt: skip
        await db.connection.execute(
            """
            insert into slack_subscriptions (id, tenant_id, is_active, slack_events, created_at, updated_at)
            values (gen_random_uuid(), $1, true, $2, now(), now())
            """,
            hooks.admin.tenant_id, [{"eventKey": OUR_RESTRICTED, "channelIds": ["C1"]}],
        )  # fmt: skip
        await db.connection.execute(sql)
    assert set((await hooks.one(made["_id"]))["eventKeys"]) == {
        "frontegg.group.created",
        RESTRICTED,
    }
    path = "/integrations/resources/configurations/v1"
    (mail,) = (await hooks.http.get(f"{path}/emails")).json()
    assert (mail["eventKey"], mail["subscriptions"][0]["recipients"]) == (
        RESTRICTED,
        ["ada@acme.test"],
    )
    (slack,) = (await hooks.http.get(f"{path}/slack")).json()["slackSubscriptions"]
    assert [one["eventKey"] for one in slack["slackEvents"]] == [RESTRICTED]
