"""Webhooks as an administrator keeps them, and as the published client calls them."""

import pytest

from gatehouse.connectivity.webhooks.service import MOST
from gatehouse.kit.db import Database
from gatehouse.kit.db.locks import Lock
from gatehouse.kit.db.migrate import MIGRATIONS
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from tests.audit_log import audit_entries
from tests.connectivity.steps import GROUP_CREATED, SECRET, Webhooks
from tests.lock_held import until_released
from tests.world import Db, Person, World

CATEGORIES = "/event/resources/configurations/v1/categories"
HIDDEN = "••••••••"
ADD_CHANNEL = """
  insert into event_channels (tenant_id, channel, event_key, enabled, created_at, updated_at)
  values ($1, 'email', $2, true, now(), now())
"""
ADD_SUBSCRIPTION = """
  insert into event_subscriptions (id, tenant_id, channel, event_key, name, enabled, recipients,
    created_at, updated_at)
  values (gen_random_uuid(), $1, 'email', $2, '', true, '{ada@acme.test}', now(), now())
"""
ADD_SLACK = """
  insert into slack_subscriptions (id, tenant_id, is_active, slack_events, created_at, updated_at)
  values (gen_random_uuid(), $1, true, $2, now(), now())
"""


async def test_a_webhook_is_made_inactive_changed_and_deleted(hooks: Webhooks, world: World):
    form = hooks.form()
    del form["isActive"]
    made = (await hooks.http.post("/webhook/custom", json=form)).json()
    assert (made["isActive"], made["invocations"], made["secret"]) == (False, 0, HIDDEN)
    changed = await hooks.change(made["_id"], **{**made, "isActive": True, "displayName": "New"})
    assert (changed["isActive"], changed["displayName"], changed["secret"]) == (True, "New", HIDDEN)
    assert await hooks.one(made["_id"]) == changed
    assert (await hooks.change(made["_id"], secret=None))["secret"] is None
    assert (await hooks.http.delete(f"/webhook/{made['_id']}")).status_code == 200
    assert (await hooks.http.get("/webhook")).json() == []
    entries = await audit_entries(world, hooks.admin.tenant_id)
    assert [entry["action"] for entry in entries] == [
        "webhook.created", "webhook.updated", "webhook.updated", "webhook.deleted",
    ]  # fmt: skip
    assert SECRET not in str(entries)


async def test_the_placeholder_is_no_secret(hooks: Webhooks):
    """A user who could read it here could sign with it."""
    answer = await hooks.http.post("/webhook/custom", json=hooks.form(secret=HIDDEN))
    assert answer.status_code == 400
    assert "placeholder" in answer.text
    made = await hooks.make(secret=None)
    assert (await hooks.change(made["_id"], secret=HIDDEN))["secret"] is None
    await hooks.happens("Sales")
    (received,) = hooks.receiver.received
    assert "webhook-signature" not in received.headers


async def test_the_secret_is_sealed_in_the_database(hooks: Webhooks, db: Db):
    made = await hooks.make()
    sealed = await db.connection.fetchval(
        "select sealed_secret from webhooks where id = $1::text::uuid", made["_id"]
    )
    assert sealed
    assert SECRET.encode() not in sealed


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"secret": "short"}, "ER-"),
        ({"url": "ftp://example.test"}, "ER-"),
        ({"url": "https://user:pass@example.test/"}, "ER-"),
        ({"url": "https:///path"}, "ER-"),
        ({"url": "javascript:alert(1)"}, "ER-"),
        ({"url": "https://example.test:99999/"}, "ER-"),
        ({"displayName": " "}, "ER-"),
        ({"eventKeys": []}, "ER-"),
        ({"eventKeys": ["frontegg.no.such"]}, "webhooks.unknown_event"),
    ],
)
async def test_what_cannot_be_is_refused_and_changes_nothing(
    hooks: Webhooks, change: dict[str, object], code: str
):
    made = await hooks.make()
    for answer in (
        await hooks.http.post("/webhook/custom", json=hooks.form(**change)),
        await hooks.http.patch(f"/webhook/{made['_id']}", json=change),
    ):
        assert answer.status_code == 400, answer.text
        assert answer.json()["errorCodes"][0].startswith(code), answer.text
    assert (await hooks.http.get("/webhook")).json() == [made]


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://10.0.0.1:8080/x", "https://[::1]/", "http://[::ffff:192.168.0.1]/",
        "http://169.254.169.254/latest", "http://localhost:9000/", "https://api.localhost/",
    ],
)  # fmt: skip
async def test_an_address_where_nothing_is_ever_sent_is_refused_at_once(
    hooks: Webhooks, resources: Resources, url: str
):
    """Not days later, by a webhook that was switched off."""
    made = await hooks.make()
    resources.add(Outbound, Outbound())
    for answer in (
        await hooks.http.post("/webhook/custom", json=hooks.form(url=url)),
        await hooks.http.patch(f"/webhook/{made['_id']}", json={"url": url}),
    ):
        assert answer.status_code == 400, answer.text
        assert answer.json()["errorCode"] == "webhooks.url_refused"
    # What stands there already can be changed otherwise, and a name is judged when something is sent.
    await hooks.change(made["_id"], url=made["url"], displayName="New")
    await hooks.make(url="https://hooks.example.com/")


async def test_an_event_that_is_named_twice_is_one(hooks: Webhooks):
    made = await hooks.make(eventKeys=[GROUP_CREATED, GROUP_CREATED])
    assert made["eventKeys"] == [GROUP_CREATED]


async def test_there_is_an_end_to_how_many(hooks: Webhooks):
    for _ in range(MOST):
        await hooks.make()
    answer = await hooks.http.post("/webhook/custom", json=hooks.form())
    assert answer.status_code == 409
    assert answer.json()["errorCodes"] == ["webhooks.too_many"]


async def test_another_account_sees_none_of_it(hooks: Webhooks, world: World):
    made = await hooks.make()
    await hooks.happens("Sales")
    (delivery,) = await hooks.rows(made["_id"])
    other: Person = await world.person("Admin")
    assert (await other.browser.get("/webhook")).json() == []
    for method, path in [
        ("PATCH", f"/webhook/{made['_id']}"),
        ("DELETE", f"/webhook/{made['_id']}"),
        ("GET", f"/webhook/logs/?id={made['_id']}"),
        ("POST", f"/webhook/logs/{delivery['id']}/retries"),
    ]:
        answer = await other.browser.request(method, path, json={"isActive": False})
        assert answer.status_code == 404, (method, path)
    assert (await hooks.one(made["_id"]))["isActive"] is True


async def test_events_stand_in_categories_and_a_category_means_all_of_them(hooks: Webhooks):
    categories = (await hooks.http.get(CATEGORIES)).json()
    groups = next(one for one in categories if one["name"] == "Groups")
    assert {"id", "name", "events", "vendorId", "createdAt"} <= set(groups)
    assert GROUP_CREATED in [event["key"] for event in groups["events"]]
    every = [event["key"] for category in categories for event in category["events"]]
    assert len(every) == len(set(every)) > 40
    made = await hooks.make(eventKeys=[groups["id"]])
    await hooks.happens("Sales")
    assert hooks.receiver.keys() == [GROUP_CREATED]
    assert made["eventKeys"] == [groups["id"]]


async def test_the_name_of_a_category_and_a_star_mean_all_its_events(hooks: Webhooks):
    categories = {one["name"]: one["id"] for one in (await hooks.http.get(CATEGORIES)).json()}
    assert "API tokens" in categories
    made = await hooks.make(eventKeys=["API tokens.*", "Groups.*", "Groups.*"])
    assert made["eventKeys"] == [categories["API tokens"], categories["Groups"]]
    await hooks.happens("Sales")
    assert hooks.receiver.keys() == [GROUP_CREATED]
    changed = await hooks.http.patch(f"/webhook/{made['_id']}", json={"eventKeys": ["Groups.*"]})
    assert changed.status_code == 200, changed.text
    assert (await hooks.one(made["_id"]))["eventKeys"] == [categories["Groups"]]
    for unknown in ("No such category.*", "Groups", "API tokens"):
        refused = await hooks.http.patch(f"/webhook/{made['_id']}", json={"eventKeys": [unknown]})
        assert refused.status_code == 400
        assert refused.json()["errors"] == [f"Unknown event or category: {unknown}"]


async def test_what_the_wire_has_a_key_for_is_told_under_it(hooks: Webhooks):
    """A vendor who migrates here subscribes to the same keys."""
    url = "/event/resources/configurations/v1"
    keys = {one["key"] for one in (await hooks.http.get(url)).json()}
    assert keys >= {
        f"frontegg.{name}"
        for name in (
            "user.app.assigned", "user.app.unassigned", "tenant.app.assigned",
            "tenant.app.unassigned", "tenant.plan.assigned", "tenant.plan.unassigned",
            "user.plan.assigned", "user.plan.unassigned", "scim.user.created",
            "user.joinedTenantUsingInvitationLink",
        )
    }  # fmt: skip
    assert not {one for one in keys if one.startswith("gatehouse.entitlement.g")}


async def test_who_asked_for_a_name_of_ours_is_told_under_the_wires(hooks: Webhooks, db: Db):
    made = await hooks.make()
    tenant = hooks.admin.tenant_id
    sql = (MIGRATIONS / "0200.wire_event_keys.sql").read_text()
    granted = "gatehouse.entitlement.granted"
    async with db.connection.transaction():
        await db.connection.execute(
            "update webhooks set event_keys = array[$2, $3] where id = $1::text::uuid",
            made["_id"], GROUP_CREATED, granted,
        )  # fmt: skip
        await db.connection.execute(ADD_CHANNEL, tenant, granted)
        await db.connection.execute(ADD_SUBSCRIPTION, tenant, granted)
        await db.connection.execute(
            ADD_SLACK, tenant, [{"eventKey": granted, "channelIds": ["C1"]}]
        )
        await db.connection.execute(sql)
    new = {"frontegg.tenant.plan.assigned", "frontegg.user.plan.assigned"}
    assert set((await hooks.one(made["_id"]))["eventKeys"]) == {GROUP_CREATED, *new}
    path = "/integrations/resources/configurations/v1"
    mails = (await hooks.http.get(f"{path}/emails")).json()
    assert {one["eventKey"] for one in mails} == new
    assert {one["subscriptions"][0]["recipients"][0] for one in mails} == {"ada@acme.test"}
    (slack,) = (await hooks.http.get(f"{path}/slack")).json()["slackSubscriptions"]
    assert {one["eventKey"] for one in slack["slackEvents"]} == new


async def test_each_channel_says_of_which_events_it_tells(hooks: Webhooks):
    url = "/event/resources/configurations/v1"
    found = (await hooks.http.get(url, params={"channels": "webhook"})).json()
    entry = next(one for one in found if one["key"] == GROUP_CREATED)
    assert entry["category"]["id"] == entry["categoryId"]
    assert (await hooks.http.get(url, params={"channels": "pigeon"})).json() == []


async def test_who_may_only_read_changes_nothing(world: World, hooks: Webhooks):
    made = await hooks.make()
    reader = await world.person(
        permissions=("fe.connectivity.read.webhooks",), tenant_id=hooks.admin.tenant_id
    )
    assert len((await reader.browser.get("/webhook")).json()) == 1
    form = hooks.form()
    for method, path in [
        ("POST", "/webhook/custom"),
        ("POST", "/webhook/test"),
        ("PATCH", f"/webhook/{made['_id']}"),
        ("DELETE", f"/webhook/{made['_id']}"),
        ("GET", f"/webhook/logs/?id={made['_id']}"),
    ]:
        assert (await reader.browser.request(method, path, json=form)).status_code == 403


async def test_webhooks_of_a_tenant_are_added_one_at_a_time(hooks: Webhooks, database: Database):
    tenant_id = hooks.admin.tenant_id
    assert await until_released(database, Lock.WEBHOOKS, tenant_id, hooks.make())
