"""Webhooks of the vendor itself, which hear of every account."""

from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.connectivity.webhooks.delivery import enqueue_due_webhooks
from gatehouse.connectivity.webhooks.service import MOST
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from tests.backend import new_backend
from tests.connectivity.receiver import Reply
from tests.connectivity.steps import GROUP_CREATED, SECRET, Webhooks
from tests.connectivity.test_delivery import as_token
from tests.directory.deleted import delete
from tests.staff import dismiss_all, hire
from tests.world import Db, World

VENDOR = UUID(int=0)
CATEGORIES = "/event/resources/configurations/v1/categories"
HIDDEN = "••••••••"
EVERYBODYS = ["frontegg.tenant.created", "frontegg.tenant.deleted"]


class VendorWebhooks(Webhooks):
    """The same calls, by a backend that names no account."""

    async def later(self, **time: float) -> None:
        clock.advance_clock(timedelta(**time))
        await enqueue_due_webhooks(self._context)
        await self.run_jobs()
        self.http = (await new_backend(self._world)).http


@pytest.fixture
async def ours(hooks: Webhooks, world: World, db: Db) -> AsyncIterator[VendorWebhooks]:
    made = VendorWebhooks(world, hooks.admin, hooks.receiver, world.resources, hooks.run_jobs)
    made.http = (await new_backend(world)).http
    yield made
    clock.reset_clock()
    await db.connection.execute("delete from webhooks where tenant_id = $1", VENDOR)


async def new_group(hooks: Webhooks, name: str) -> None:
    """In the account, by its administrator."""
    answer = await hooks.admin.browser.post("/identity/resources/groups/v1", json={"name": name})
    assert answer.status_code == 201, answer.text


async def test_it_hears_of_every_account_and_says_which(
    hooks: Webhooks, ours: VendorWebhooks, world: World
):
    made = await ours.make()
    other = await world.person("Admin")
    await new_group(hooks, "Sales")
    await other.browser.post("/identity/resources/groups/v1", json={"name": "Support"})
    await ours.run_jobs()
    accounts = {one.json["eventContext"]["tenantId"] for one in ours.receiver.received}
    assert accounts == {str(hooks.admin.tenant_id), str(other.tenant_id)}
    assert all(as_token(one) for one in ours.receiver.received)
    rows = await ours.rows(made["_id"])
    assert {row["tenantId"] for row in rows} == accounts
    assert {row["status"] for row in rows} == {"delivered"}
    assert (await ours.one(made["_id"]))["invocations"] == 2


async def test_an_account_and_the_vendor_are_each_told_once(hooks: Webhooks, ours: VendorWebhooks):
    theirs, own = await hooks.make(), await ours.make()
    await hooks.happens("Sales")
    assert len(hooks.receiver.received) == 2
    (one,), (other,) = await hooks.rows(theirs["_id"]), await ours.rows(own["_id"])
    assert one["eventId"] == other["eventId"]


async def test_an_account_neither_sees_nor_touches_it(
    hooks: Webhooks, ours: VendorWebhooks, world: World
):
    made = await ours.make()
    await hooks.happens("Sales")
    (row,) = await ours.rows(made["_id"])
    backend = (await new_backend(world)).http
    backend.headers["frontegg-tenant-id"] = str(hooks.admin.tenant_id)
    for http in (hooks.http, backend):
        assert (await http.get("/webhook")).json() == []
        path = f"/webhook/{made['_id']}"
        assert (await http.patch(path, json={"isActive": False})).status_code == 404
        assert (await http.delete(path)).status_code == 404
        log = await http.get("/webhook/logs/", params={"id": made["_id"]})
        assert log.status_code == 404
        assert (await http.post(f"/webhook/logs/{row['id']}/retries")).status_code == 404
        # The stored secret signs for no other address.
        test = {"_id": made["_id"], "url": ours.receiver.url, "secret": HIDDEN}
        assert (await http.post("/webhook/test", json=test)).status_code == 200
        assert "webhook-signature" not in ours.receiver.received[-1].headers
    assert (await ours.one(made["_id"]))["isActive"]


async def test_nor_does_the_vendor_reach_theirs_without_naming_the_account(
    hooks: Webhooks, ours: VendorWebhooks
):
    theirs = await hooks.make()
    assert (await ours.http.get("/webhook")).json() == []
    path = f"/webhook/{theirs['_id']}"
    assert (await ours.http.patch(path, json={"isActive": False})).status_code == 404
    assert (await ours.http.delete(path)).status_code == 404
    log = await ours.http.get("/webhook/logs/", params={"id": theirs["_id"]})
    assert log.status_code == 404


async def test_accounts_that_come_and_go_are_told(ours: VendorWebhooks, world: World):
    await ours.make(eventKeys=EVERYBODYS)
    tenants = "/tenants/resources/tenants/v1"
    answer = await ours.http.post(tenants, json={"name": "Umbrella"})
    tenant_id = answer.json()["tenantId"]
    await ours.run_jobs()
    await delete(ours.http, tenant_id)
    await ours.run_jobs()
    told = [(one.json["eventKey"], one.json["eventContext"]["tenantId"]) for one in
            ours.receiver.received]  # fmt: skip
    assert told == [(key, tenant_id) for key in EVERYBODYS]


async def test_one_that_is_switched_off_hears_nothing_and_one_that_is_deleted_is_gone(
    hooks: Webhooks, ours: VendorWebhooks, db: Db
):
    made = await ours.make(isActive=False)
    await hooks.happens("Sales")
    assert ours.receiver.received == []
    assert (await ours.change(made["_id"], isActive=True))["isActive"]
    await new_group(hooks, "Support")
    await ours.run_jobs()
    assert ours.receiver.keys() == [GROUP_CREATED]
    assert (await ours.http.delete(f"/webhook/{made['_id']}")).status_code == 200
    assert (await ours.http.get("/webhook")).json() == []
    audits = await db.connection.fetch(
        "select action, tenant_id, actor_kind, data::text from audits where action like 'webhook.%'"
        " and data ->> 'webhook_id' = $1 order by id",
        made["_id"],
    )
    assert [row["action"].partition(".")[2] for row in audits] == ["created", "updated", "deleted"]
    assert {(row["tenant_id"], row["actor_kind"]) for row in audits} == {(None, "vendor")}
    assert not any(SECRET in row["data"] for row in audits)


async def test_what_did_not_arrive_is_sent_again_and_by_hand(hooks: Webhooks, ours: VendorWebhooks):
    made = await ours.make()
    ours.receiver.reply = lambda _: Reply(503)
    await hooks.happens("Sales")
    assert (await ours.one(made["_id"]))["failingSince"]
    ours.receiver.reply = lambda _: Reply()
    await ours.later(minutes=1)
    (row,) = await ours.rows(made["_id"])
    assert (row["status"], row["attempts"]) == ("delivered", 2)
    again = await ours.http.post(f"/webhook/logs/{row['id']}/retries")
    assert again.json() == {"statusCode": 202}
    await ours.run_jobs()
    assert len(ours.receiver.received) == 3


async def test_one_that_says_it_is_gone_is_switched_off_and_the_owners_are_told(
    hooks: Webhooks, ours: VendorWebhooks, world: World, database: Database
):
    await dismiss_all(database)
    owner, support = [await hire(world, one) for one in (StaffRole.OWNER, StaffRole.SUPPORT)]
    made = await ours.make(displayName=None)
    ours.receiver.reply = lambda _: Reply(410)
    await hooks.happens("Sales")
    await ours.run_jobs()
    hook = await ours.one(made["_id"])
    assert (hook["isActive"], bool(hook["disabledAt"])) == (False, True)
    (mail,) = world.mails(owner.person.email)
    assert mail["Subject"] == f"The webhook {ours.receiver.url} was turned off"
    assert "/console/webhooks" in mail.as_string()
    assert world.mails(support.person.email) == []
    assert world.mails(hooks.admin.email) == []
    await dismiss_all(database)


async def test_a_test_event_names_no_account(ours: VendorWebhooks, resources: Resources):
    made = await ours.make()
    form = {"_id": made["_id"], "url": ours.receiver.url, "secret": HIDDEN}
    answer = await ours.http.post("/webhook/test", json=form)
    assert answer.json() == {"statusCode": 200, "body": "thanks"}
    (received,) = ours.receiver.received
    assert received.json["eventContext"] == {}
    assert as_token(received)
    resources.add(Outbound, Outbound([]))
    refused = await ours.http.post("/webhook/test", json=form)
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "webhooks.url_refused")
    refused = await ours.http.post("/webhook/custom", json=ours.form())
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "webhooks.url_refused")


async def test_only_callers_who_may_see_secrets_read_the_secret_again(
    ours: VendorWebhooks, world: World, database: Database
):
    made = await ours.make()
    assert made["secret"] == HIDDEN
    seeing = (await new_backend(world, ["vendor.*", "vendor.see.secrets"])).http
    (told,) = (await seeing.get("/webhook")).json()
    assert told["secret"] == SECRET
    await dismiss_all(database)
    owner = await hire(world, StaffRole.OWNER)
    (told,) = (await owner.browser.get("/webhook")).json()
    assert told["secret"] == HIDDEN
    await dismiss_all(database)


CALLS = [
    ("GET", "/webhook"), ("GET", "/webhook/logs/?id={id}"), ("GET", CATEGORIES),
    ("GET", "/event/resources/configurations/v1"),
    ("POST", "/webhook/custom"), ("POST", "/webhook/test"), ("PATCH", "/webhook/{id}"),
    ("DELETE", "/webhook/{id}"), ("POST", "/webhook/logs/{id}/retries"),
]  # fmt: skip


@pytest.mark.parametrize("role", StaffRole)
async def test_each_role_of_the_staff_does_what_is_its_own(
    world: World, database: Database, role: StaffRole
):
    await dismiss_all(database)
    member = await hire(world, role)
    for method, path in CALLS:
        body: dict[str, str] | None = None if method == "GET" else {}
        answer = await member.browser.request(method, path.format(id=uuid4()), json=body)
        may = role is StaffRole.OWNER or (method == "GET" and role is not StaffRole.FINANCE)
        is_refused = "access.missing_permission" in answer.text
        assert is_refused != may, f"{method} {path}: {answer.text}"
        assert answer.status_code < 500
    await dismiss_all(database)


async def test_bad_input_changes_nothing(ours: VendorWebhooks):
    wrong: list[dict[str, object]] = [
        {"secret": "short"}, {"url": "ftp://x.test"}, {"eventKeys": []}, {"url": None},
        {"eventKeys": ["frontegg.nothing"]}, {"secret": HIDDEN},
    ]  # fmt: skip
    for change in wrong:
        answer = await ours.http.post("/webhook/custom", json=ours.form(**change))
        assert answer.status_code == 400, change
    assert (await ours.http.get("/webhook")).json() == []
    unknown = await ours.http.patch(f"/webhook/{uuid4()}", json={"isActive": False})
    assert (unknown.status_code, unknown.json()["errorCode"]) == (404, "webhooks.not_found")


async def test_there_are_so_many_and_no_more(ours: VendorWebhooks, db: Db):
    await ours.make(isActive=False)
    await db.connection.execute(
        "insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, created_at,"
        " updated_at) select gen_random_uuid(), $1, '', 'https://a.test', '{}', false, now(), now()"
        " from generate_series(2, $2::int)",
        VENDOR,
        MOST,
    )
    answer = await ours.http.post("/webhook/custom", json=ours.form())
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "webhooks.too_many")


async def test_it_stands_among_the_connections_that_fail(ours: VendorWebhooks, db: Db):
    made = await ours.make(displayName=None)
    await db.connection.execute(
        "update webhooks set failing_since = now() where id = $1::text::uuid", made["_id"]
    )
    query: dict[str, str | int] = {"state": "failing", "kind": "webhook", "limit": 100}
    page = (await ours.http.get("/vendor/resources/connections/v1", params=query)).json()
    (shown,) = [one for one in page["items"] if one["id"] == made["_id"]]
    assert (shown["name"], shown["problem"]) == (ours.receiver.url, "not_answering")
    assert not {"tenantId", "tenantName"} & set(shown)


async def test_more_at_once_are_sent_than_to_an_account(hooks: Webhooks, ours: VendorWebhooks):
    """One receiver takes what all accounts do."""
    made = await ours.make()
    for number in range(40):
        await new_group(hooks, f"Group {number}")
    await ours.run_jobs()
    names = {one.json["data"]["name"] for one in ours.receiver.received}
    assert len(names) == len(ours.receiver.received) == 40
    assert (await ours.log(made["_id"]))["count"] == 40
    assert ours.receiver.most_at_once > 4
