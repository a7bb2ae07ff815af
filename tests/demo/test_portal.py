"""What the demo's portal is furnished with, at each start."""

import pytest

from gatehouse.connectivity.webhooks.models import VENDOR
from gatehouse.demo import queries
from gatehouse.kit import clock
from tests.backend import new_backend
from tests.connectivity.told import EMAILS
from tests.world import Db, World

FURNITURE = (
    "ADD_GROUPS",
    "ADD_TOKENS",
    "ADD_RESTRICTIONS",
    "ADD_APPLICATIONS",
    "ADD_NOTIFICATIONS",
    "ADD_WEBHOOK",
    "ADD_SUBSCRIPTION",
)


@pytest.mark.parametrize("name", FURNITURE)
async def test_a_removed_member_gets_no_notification(world: World, db: Db, name: str):
    person = await world.person("Admin")
    await world.configure("delete from memberships where user_id = $1", person.id)
    await world.configure("update users set default_tenant_id = null where id = $1", person.id)
    changes = db.connection.transaction()
    await changes.start()
    try:
        await getattr(queries, name).run(db, person.email, clock.now())
    finally:
        await changes.rollback()


async def test_the_demo_has_a_webhook_with_a_log_and_a_recipient(world: World):
    """Once, however often it starts."""
    admin = await world.person("Admin")
    for _ in range(2):
        for command in (queries.ADD_WEBHOOK, queries.ADD_SUBSCRIPTION):
            await world.configure(command.sql, admin.email, clock.now())
    (hook,) = (await admin.browser.get("/webhook")).json()
    assert hook["isActive"] is False
    log = (await admin.browser.get("/webhook/logs/", params={"id": hook["_id"]})).json()
    assert [one["status"] for one in log["rows"]] == ["delivered", "delivered", "dead"]
    (event,) = (await admin.browser.get(EMAILS)).json()
    assert event["subscriptions"][0]["recipients"] == [admin.email]
    keys = {
        one["key"] for one in (await admin.browser.get("/event/resources/configurations/v1")).json()
    }
    assert {event["eventKey"], *hook["eventKeys"]} <= keys


async def test_the_vendor_has_a_webhook_that_heard_of_several_accounts(world: World):
    """Once, however often it starts; of each account that is called so the oldest, and none twice."""
    for name in ("Acme", "Acme", "Acme Labs", "Acme Europe"):
        await world.tenant(name)
    backend = await new_backend(world)
    try:
        for _ in range(2):
            await world.configure(queries.ADD_VENDOR_WEBHOOK.sql, VENDOR, clock.now())
        (hook,) = (await backend.http.get("/webhook")).json()
        assert hook["isActive"] is False
        log = (await backend.http.get("/webhook/logs/", params={"id": hook["_id"]})).json()
        told = [one["status"] for one in log["rows"]]
        assert told == ["delivered", "delivered", "delivered", "dead"]
        assert len({one["tenantId"] for one in log["rows"]}) == 3
    finally:
        await world.configure("delete from webhooks where tenant_id = $1", VENDOR)
