"""Announced once, and each subscriber gets it in a job of its own."""

import dataclasses
import typing
from datetime import UTC, datetime
from typing import Any

import pytest

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.directory.roles.events import RoleUpdated
from gatehouse.directory.tenants.events import TenantCreated, TenantUpdated
from gatehouse.kit import events, jobs
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.events import Event, EventEnvelope, fan_out, subscribe_to_event
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.manifest import read_manifest
from tests.identity.signup_steps import SIGN_UP, form, new_address, stranger
from tests.world import World

WAITING = "select entrypoint, payload from pgqueuer where convert_from(payload, 'UTF8') like $1"


@pytest.fixture(autouse=True)
async def own_subscribers(db: Db, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the subscribers of the test, and no earlier events."""
    await db.connection.execute("delete from pgqueuer where entrypoint = 'events.fan_out'")
    monkeypatch.setattr(events, "read_manifest", lambda: read_manifest() | {"subscribers": {}})
    monkeypatch.setattr(events, "registered_subscribers", {})
    monkeypatch.setattr(events, "registered_wants", {})
    monkeypatch.setattr(jobs, "registered_jobs", dict(jobs.registered_jobs))


async def waiting(db: Db, text: object) -> list[str]:
    rows = await db.connection.fetch(WAITING, f"%{text}%")
    return sorted(row["entrypoint"] for row in rows)


async def test_a_new_company_reaches_its_subscribers_and_a_failing_one_delays_no_other(
    asgi, db: Db, run_jobs
):
    heard: list[tuple[str, EventEnvelope[Any]]] = []

    @subscribe_to_event(TenantCreated, "tests.failing")
    async def failing(context: JobContext, news: EventEnvelope[TenantCreated]) -> None:
        heard.append(("failing", news))
        if context.attempt == 1:
            raise ConnectionError("the other side is away")

    @subscribe_to_event(TenantCreated, "tests.first")
    async def first(context: JobContext, news: EventEnvelope[TenantCreated]) -> None:
        heard.append(("first", news))

    @subscribe_to_event(Event, "tests.all")
    async def everything(context: JobContext, news: EventEnvelope[Event]) -> None:
        heard.append((news.event.event_name, news))

    address = new_address()
    async with stranger(asgi) as browser:
        answer = await browser.post(SIGN_UP, json=form(address, companyName="Roe Works"))
    assert answer.status_code == 201
    await run_jobs()
    assert sorted(who for who, _ in heard) == [
        "failing",
        "first",
        "tenant.created",
        "user.created",
        "user.signed_up",
    ]
    news = next(news for who, news in heard if who == "first")
    row = await db.connection.fetchrow("select * from audits where id = $1", news.id)
    assert (row["action"], row["tenant_id"]) == ("tenant.created", news.event.tenant_id)
    assert (row["created_at"], row["actor_email"]) == (news.occurred_at, address)
    assert (news.actor.email, news.actor.ip) == (row["actor_email"], row["ip"])
    assert (news.event.name, row["data"]["name"]) == ("Roe Works", "Roe Works")
    assert await waiting(db, news.id) == ["tests.failing"]
    await db.connection.execute("update pgqueuer set execute_after = now()")
    await run_jobs()
    assert [who for who, _ in heard[5:]] == ["failing"]
    assert heard[5][1] == news
    assert await waiting(db, news.id) == []


HOOK = """
insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, created_at, updated_at)
values (gen_random_uuid(), $1, 'Hook', 'https://a.test', '{}', $2, now(), now())
"""


async def test_a_subscriber_that_declines_an_event_gets_no_job(
    database: Database, db: Db, world: World, run_jobs
):
    heard: list[str] = []

    async def wants(context: JobContext, db: Db, news: EventEnvelope[TenantUpdated]) -> bool:
        return news.event.tenant_id == wanted

    @subscribe_to_event(TenantUpdated, "tests.choosy", wants=wants)
    async def choosy(context: JobContext, news: EventEnvelope[TenantUpdated]) -> None:
        heard.append(str(news.event.tenant_id))

    wanted, other = await world.tenant(), await world.tenant()
    async with database.transaction(Scope.system()) as own:
        for one in (wanted, other):
            await (await own.open()).execute(HOOK, one, True)
        for one in (wanted, other):
            await announce_event(own, TenantUpdated(one), by=SYSTEM)
    await run_jobs()
    assert heard == [str(wanted)]
    ran = await db.connection.fetchval(
        "select count(*) from pgqueuer_log where entrypoint = 'tests.choosy' and status = 'queued'"
    )
    assert ran == 1


async def test_an_account_that_listens_to_nothing_is_started_no_job(
    database: Database, db: Db, world: World
):
    async def wants(context: JobContext, db: Db, news: EventEnvelope[Any]) -> bool:
        return True

    async def handler(context: JobContext, news: EventEnvelope[Any]) -> None: ...

    subscribe_to_event(TenantUpdated, "tests.choosy", wants=wants)(handler)
    silent, paused, hooked = await world.tenant(), await world.tenant(), await world.tenant()
    async with database.transaction(Scope.system()) as own:
        await (await own.open()).execute(HOOK, paused, False)
        await (await own.open()).execute(HOOK, hooked, True)
    for one in (silent, paused, hooked):
        async with database.transaction(Scope.tenant(one)) as own:
            await announce_event(own, TenantUpdated(one), by=SYSTEM)
    assert await waiting(db, silent) == await waiting(db, paused) == []
    assert await waiting(db, hooked) == ["events.fan_out"]
    subscribe_to_event(TenantUpdated, "tests.always")(handler)
    async with database.transaction(Scope.tenant(silent)) as own:
        await announce_event(own, TenantUpdated(silent), by=SYSTEM)
    assert await waiting(db, silent) == ["events.fan_out"]
    await db.connection.execute("delete from pgqueuer where entrypoint = 'events.fan_out'")


async def test_however_many_listen_announcing_starts_one_job(database: Database, db: Db):
    async def announced() -> list[str]:
        event = TenantUpdated(new_id())
        async with database.transaction(Scope.system()) as own:
            await announce_event(own, event, by=SYSTEM)
        return await waiting(db, event.tenant_id)

    assert await announced() == []

    async def handler(context: JobContext, news: EventEnvelope[Any]) -> None: ...

    subscribe_to_event(TenantCreated, "tests.other")(handler)
    assert await announced() == []
    subscribe_to_event(TenantUpdated, "tests.one")(handler)
    subscribe_to_event(Event, "tests.two")(handler)
    assert await announced() == ["events.fan_out"]
    await db.connection.execute("delete from pgqueuer where entrypoint = 'events.fan_out'")


async def test_a_repeated_fan_out_starts_no_subscriber_twice(database: Database, db: Db, resources):
    async def handler(context: JobContext, news: EventEnvelope[Any]) -> None: ...

    subscribe_to_event(TenantUpdated, "tests.one")(handler)
    subscribe_to_event(Event, "tests.two")(handler)
    news = EventEnvelope(new_id(), datetime.now(UTC), SYSTEM,
                TenantUpdated(new_id()))  # fmt: skip
    context = JobContext(database, resources, 0, 1, last_attempt=False)
    for _ in range(2):
        await fan_out(context, news.payload)
    assert await waiting(db, news.id) == ["tests.one", "tests.two"]
    await db.connection.execute("delete from pgqueuer where entrypoint like 'tests.%'")


def all_events() -> list[type[Event]]:
    return list(events.registered_kinds.values())


def test_what_is_announced_is_named_and_can_be_read_again():
    assert len(all_events()) > 30
    for kind in all_events():
        area, _, fact = kind.event_name.partition(".")
        assert area.isidentifier(), kind
        assert fact.isidentifier(), kind
        assert kind.severity or isinstance(kind.severity, property), kind
        assert kind.text or kind.description is not Event.description, kind
        hints = typing.get_type_hints(kind)
        for field in dataclasses.fields(kind)[1:]:
            may_be_none = type(None) in typing.get_args(hints[field.name])
            assert not may_be_none or field.default is None, f"{kind}: {field.name}"


def test_names_are_one_class_each():
    seen: dict[str, str] = {}

    def walk(kind: type[Event]) -> None:
        for below in kind.__subclasses__():
            if "event_name" in vars(below):
                name = f"{below.__module__}.{below.__qualname__}"
                assert seen.setdefault(below.event_name, name) == name
                assert not vars(below.__bases__[0]).get("event_name"), (
                    f"{below} is an event that is another"
                )
            walk(below)

    walk(Event)
    assert set(seen) == set(events.registered_kinds)


def test_the_shape_in_which_events_travel():
    event = RoleUpdated(new_id(), new_id(), "Analyst {severity}", permissions_changed=True)
    news = EventEnvelope(
        new_id(), datetime.fromisoformat("2026-11-01T10:00:00+00:00"), SYSTEM, event
    )
    assert news.payload == {
        "id": str(news.id),
        "name": "role.updated",
        "occurredAt": "2026-11-01T10:00:00+00:00",
        "tenantId": event.tenant_id,
        "actor": {
            "kind": "system", "id": None, "userId": None, "email": None, "impersonatorId": None,
            "ip": None, "userAgent": None,
        },
        "data": {
            "role_id": event.role_id, "name": "Analyst {severity}", "permissions_changed": True
        },
    }  # fmt: skip
    assert EventEnvelope.from_payload(news.payload) == news
    assert event.description == "Changed the permissions of the role Analyst {severity}"
