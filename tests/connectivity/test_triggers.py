"""The vendor's backend triggers events of its product, as the published packages call it."""

from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from gatehouse.configuration.service import apply_document
from gatehouse.kit.db import Database
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import Backend, new_backend, restored_backend
from tests.connectivity.steps import Webhooks
from tests.connectivity.told import EMAILS, Subscriptions, text_of
from tests.world import World

TRIGGERS = "/event/resources/triggers/v3"
KEY = "invoices.overdue"
DATA = {
    "title": "Invoice 7 is overdue",
    "description": "Acme owes 100 euros.",
    "invoice": {"id": 7},
}
DOCUMENT = """
[events."invoices.overdue"]
name = "Invoice overdue"
category = "Invoices"
"""


@pytest.fixture
async def backend(world: World, database: Database) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        await apply_document(database, DOCUMENT)
        await world.resources[VendorConfiguration].load()
        yield made


@pytest.fixture
def emails(hooks: Webhooks, world: World) -> Subscriptions:
    return Subscriptions(EMAILS, world, hooks.admin, hooks.run_jobs)


async def trigger(backend: Backend, tenant_id: object, **changes: object):
    headers = {"frontegg-tenant-id": str(tenant_id)}
    body = {"eventKey": KEY, "data": DATA} | changes
    return await backend.http.post(TRIGGERS, json=body, headers=headers)


async def test_an_event_of_the_vendors_reaches_every_channel(
    backend: Backend, hooks: Webhooks, emails: Subscriptions
):
    to = f"{uuid4().hex[:12]}@example.test"
    await emails.add(to, key=KEY)
    await hooks.make(eventKeys=[KEY])
    answer = await trigger(backend, hooks.admin.tenant_id)
    assert answer.status_code == 200, answer.text
    event_id = answer.json()["eventId"]
    await hooks.run_jobs()
    (mail,) = hooks_mails(emails, to)
    assert mail["Subject"].endswith("Invoice 7 is overdue")
    assert "Acme owes 100 euros." in text_of(mail)
    (received,) = hooks.receiver.received
    assert received.json["id"] == event_id
    assert received.json["eventKey"] == KEY
    assert received.json["data"] | DATA == received.json["data"]
    status = await backend.http.get(f"{TRIGGERS}/{event_id}/statuses")
    assert status.json() == {
        "eventId": event_id,
        "eventKey": KEY,
        "channels": {
            "email": {"status": "SUCCEEDED", "errorMetadata": {}},
            "webhook": {"status": "SUCCEEDED", "errorMetadata": {}},
        },
    }


def hooks_mails(emails: Subscriptions, to: str):
    return emails.world.mails(to)


async def test_the_vendor_says_what_the_mail_looks_like(
    backend: Backend, hooks: Webhooks, emails: Subscriptions
):
    to = f"{uuid4().hex[:12]}@example.test"
    await emails.add(to, key=KEY)
    look = {"email": {"subject": "Please pay", "html": "<p>Please <b>pay</b></p>"}}
    await trigger(backend, hooks.admin.tenant_id, channelConfiguration=look)
    await hooks.run_jobs()
    (mail,) = emails.world.mails(to)
    assert mail["Subject"].endswith("Please pay")
    html = mail.get_body(("html",))
    assert html
    assert html.get_content().strip() == look["email"]["html"]


@pytest.mark.parametrize("version", ["v2", "v3"])
async def test_older_packages_and_channels_as_they_usually_are(
    backend: Backend, hooks: Webhooks, version: str
):
    """The PHP package asks the second version, and says `true` for whatever it is not told more of."""
    await hooks.make(eventKeys=[KEY])
    channels = {
        "webhook": True,
        "webpush": True,
        "audit": True,
        "bell": True,
        "slack": [],
        "email": True,
    }
    names = ("properties", "channels") if version == "v2" else ("data", "channelConfiguration")
    answer = await backend.http.post(
        f"/event/resources/triggers/{version}",
        json={"eventKey": KEY, names[0]: DATA, names[1]: channels},
        headers={"frontegg-tenant-id": str(hooks.admin.tenant_id)},
    )
    assert answer.status_code == 200, answer.text
    await hooks.run_jobs()
    (received,) = hooks.receiver.received
    assert received.json["data"]["title"] == DATA["title"]
    (told,) = (await hooks.http.get("/notification")).json()
    assert (told["title"], told["body"]) == (DATA["title"], DATA["description"])


async def test_the_account_sees_the_vendors_events_beside_ours(backend: Backend, hooks: Webhooks):
    url = "/event/resources/configurations/v1"
    for channel in ("email", "sms", "slack", "webhook"):
        found = (await hooks.http.get(url, params={"channels": channel})).json()
        entry = next(one for one in found if one["key"] == KEY)
        assert (entry["displayName"], entry["category"]["name"]) == ("Invoice overdue", "Invoices")
    categories = (await hooks.http.get(f"{url}/categories")).json()
    invoices = next(one for one in categories if one["name"] == "Invoices")
    await hooks.make(eventKeys=[invoices["id"]])
    await trigger(backend, hooks.admin.tenant_id)
    await hooks.run_jobs()
    assert hooks.receiver.keys() == [KEY]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"eventKey": "no.such"}, 400, "events.unknown_key"),
        ({"data": {"title": "x"}}, 400, "ER-"),
        ({"data": {"title": "", "description": "x"}}, 400, "ER-"),
        ({"data": DATA | {"more": "x" * 5000}}, 400, "ER-"),
        ({"data": DATA | {"more": "\x00"}}, 400, "ER-"),
        ({"data": None}, 400, "ER-"),
    ],
)
async def test_what_cannot_be_is_refused(
    backend: Backend, hooks: Webhooks, change: dict[str, object], status: int, code: str
):
    answer = await trigger(backend, hooks.admin.tenant_id, **change)
    assert answer.status_code == status, answer.text
    assert answer.json()["errorCodes"][0].startswith(code)


async def test_only_accounts_that_exist_are_told(backend: Backend):
    assert (await trigger(backend, uuid4())).status_code == 404
    assert (await trigger(backend, "x/y")).status_code == 400
    assert (await backend.http.get(f"{TRIGGERS}/{uuid4()}/statuses")).status_code == 404


async def test_a_credential_needs_the_permission(backend: Backend, hooks: Webhooks, world: World):
    reader = await new_backend(world, ["vendor.read.events"])
    assert (await trigger(reader, hooks.admin.tenant_id)).status_code == 403
    writer = await new_backend(world, ["vendor.write.events"])
    made = await trigger(writer, hooks.admin.tenant_id)
    assert made.status_code == 200
    url = f"{TRIGGERS}/{made.json()['eventId']}/statuses"
    assert (await writer.http.get(url)).status_code == 403
    assert (await reader.http.get(url)).json()["channels"] == {}
    assert (await hooks.http.get(url)).status_code == 401
