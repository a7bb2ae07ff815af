"""Subscriptions by mail and text message, as an administrator keeps them and as recipients are told."""

from uuid import uuid4

import pytest

from gatehouse.connectivity.messages.queue import queue_event_messages
from gatehouse.connectivity.subscriptions.schemas import MOST_SUBSCRIPTIONS
from gatehouse.directory.groups.events import GroupCreated
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database
from gatehouse.kit.events import Actor, Event, EventEnvelope
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from gatehouse.providers.mail.port import Mail, Mailer
from gatehouse.providers.sms import Sms, SmsRefused, SmsSender
from tests.audit_log import audit_entries
from tests.backend import new_backend
from tests.connectivity.steps import GROUP_CREATED, GROUPS
from tests.connectivity.told import EMAILS, SMS, Subscriptions, text_of
from tests.directory.deleted import delete
from tests.world import Db, Person, World

NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def emails(world: World, admin: Person, run_jobs) -> Subscriptions:
    return Subscriptions(EMAILS, world, admin, run_jobs)


@pytest.fixture
def sms(world: World, admin: Person, run_jobs) -> Subscriptions:
    return Subscriptions(SMS, world, admin, run_jobs)


def address() -> str:
    return f"{uuid4().hex[:12]}@example.test"


def number() -> str:
    return f"+4915{uuid4().int % 10**9:09}"


async def test_a_subscription_is_made_changed_switched_and_deleted(emails: Subscriptions):
    http = emails.admin.browser
    await emails.add("Pat@Example.test", "pat@example.test", "kim@example.test")
    (event,) = await emails.listed()
    (one,) = event["subscriptions"]
    assert (event["eventKey"], event["enabled"], event["failures"]) == (GROUP_CREATED, True, [])
    assert one["recipients"] == ["pat@example.test", "kim@example.test"]
    url = f"{EMAILS}/{GROUP_CREATED}"
    change = {"name": "Staff", "enabled": False, "recipients": ["lee@example.test"]}
    assert (await http.put(f"{url}/subscriptions/{one['id']}", json=change)).status_code == 200
    assert (await http.patch(url, json={"enabled": False})).status_code == 200
    (event,) = await emails.listed()
    assert event["enabled"] is False
    assert event["subscriptions"] == [{"id": one["id"], **change}]
    assert (await http.delete(f"{url}/subscriptions/{one['id']}")).status_code == 200
    # The published client takes an event that is listed for one that has a subscription.
    assert await emails.listed() == []
    await emails.add("pat@example.test")
    assert (await http.delete(url)).status_code == 200
    assert await emails.listed() == []


async def test_what_changes_is_audited(emails: Subscriptions, world: World):
    await emails.add("pat@example.test")
    await emails.admin.browser.patch(f"{EMAILS}/{GROUP_CREATED}", json={"enabled": False})
    await emails.admin.browser.delete(f"{EMAILS}/{GROUP_CREATED}")
    rows = await audit_entries(world, emails.admin.tenant_id)
    assert [row["action"] for row in rows] == [
        "event_subscription.created", "event_subscription.switched", "event_subscription.deleted",
    ]  # fmt: skip


async def test_each_recipient_gets_one_mail(emails: Subscriptions):
    pat, kim = address(), address()
    await emails.add(pat, kim)
    await emails.add(pat)
    await emails.happens("Sales")
    for to in (pat, kim):
        (mail,) = emails.mails(to)
        assert mail["Subject"].endswith("Group created")
        assert "Created the group Sales" in text_of(mail)
        assert mail["Reply-To"] is None


async def test_each_recipient_gets_a_text_message(sms: Subscriptions):
    to = number()
    await sms.add(f"{to[:5]} {to[5:]}")
    await sms.happens("Sales")
    (text,) = sms.texts(to)
    assert "Group created. Created the group Sales" in text


async def test_only_what_is_on_is_told(emails: Subscriptions):
    off, other, switched = address(), address(), address()
    await emails.add(off, enabled=False)
    await emails.add(other, key="frontegg.group.deleted")
    await emails.happens("One")
    await emails.add(switched)
    await emails.admin.browser.patch(f"{EMAILS}/{GROUP_CREATED}", json={"enabled": False})
    await emails.happens("Two")
    assert [emails.mails(to) for to in (off, other, switched)] == [[], [], []]


async def test_a_refused_change_sends_no_message(emails: Subscriptions):
    to = address()
    await emails.add(to)
    await emails.happens("Sales")
    refused = await emails.admin.browser.post(GROUPS, json={"name": "Sales"})
    assert refused.status_code == 409
    await emails.run_jobs()
    assert len(emails.mails(to)) == 1


async def test_the_same_news_twice_is_told_once(
    emails: Subscriptions, database: Database, resources: Resources
):
    to = address()
    await emails.add(to)
    event = GroupCreated(emails.admin.tenant_id, new_id(), "Sales")
    news: EventEnvelope[Event] = EventEnvelope(new_id(), clock.now(), Actor(), event)
    for _ in range(2):
        await queue_event_messages(JobContext(database, resources, 0, 1, last_attempt=False), news)
    await emails.run_jobs()
    assert len(emails.mails(to)) == 1


class PickyMailer:
    """Takes nothing for one address."""

    def __init__(self, mailer: Mailer, refused: str) -> None:
        self.mailer, self.refused = mailer, refused

    async def send(self, mail: Mail, message_id: str) -> None:
        if mail.to == self.refused:
            raise OSError("no")
        await self.mailer.send(mail, message_id)


async def test_one_bad_recipient_stops_no_other_and_is_tried_again(
    emails: Subscriptions, resources: Resources, db: Db
):
    bad, good = address(), address()
    await emails.add(bad, good)
    mailer = resources[Mailer]
    resources.add(Mailer, PickyMailer(mailer, bad))
    try:
        await emails.happens("Sales")
    finally:
        resources.add(Mailer, mailer)
    assert len(emails.mails(good)) == 1
    state = "select status, error from event_messages where recipient = $1"
    row = await db.connection.fetchrow(state, bad)
    assert tuple(row) == ("waiting", "The mail server did not take the mail")
    # As when its time has come: jobs keep the database's.
    await db.connection.execute(
        "update pgqueuer set execute_after = now() where entrypoint = 'connectivity.send'"
    )
    await emails.run_jobs()
    assert len(emails.mails(bad)) == 1
    assert (await db.connection.fetchrow(state, bad))["status"] == "sent"


class Refusing:
    async def send(self, sms: Sms, message_id: str) -> None:
        raise SmsRefused("the gateway answered 400, code 21211")


async def test_what_failed_is_visible(sms: Subscriptions, resources: Resources):
    to = number()
    await sms.add(to)
    sender = resources[SmsSender]
    resources.add(SmsSender, Refusing())
    try:
        await sms.happens("Sales")
    finally:
        resources.add(SmsSender, sender)
    ((failure,),) = [event["failures"] for event in await sms.listed()]
    assert failure["recipient"] == to
    assert "21211" in failure["reason"]


async def test_a_recipient_gets_a_limited_number_of_messages(sms: Subscriptions):
    to = number()
    await sms.add(to)
    for index in range(21):
        await sms.happens(f"Group {index}")
    assert len(sms.texts(to)) == 20
    ((failure,),) = [event["failures"] for event in await sms.listed()]
    assert failure["reason"] == "Limit of 20 messages per hour reached"


@pytest.mark.parametrize(
    ("url", "recipients", "code"),
    [
        (EMAILS, ["nobody"], "users.email_invalid"),
        (EMAILS, ["a@example.test", "b@example.test, c@example.test"], "users.email_invalid"),
        (EMAILS, [f"a{index}@example.test" for index in range(21)], "ER-"),
        (SMS, ["12345"], "phone_numbers.invalid"),
        (SMS, ["pat@example.test"], "phone_numbers.invalid"),
    ],
)
async def test_bad_recipients_are_refused_and_change_nothing(
    world: World, admin: Person, run_jobs, url: str, recipients: list[str], code: str
):
    subscriptions = Subscriptions(url, world, admin, run_jobs)
    await subscriptions.add("pat@example.test" if url == EMAILS else "+4915112345678")
    before = await subscriptions.listed()
    form = {"name": "x", "enabled": True, "recipients": recipients}
    event = f"{url}/{GROUP_CREATED}"
    one = before[0]["subscriptions"][0]["id"]
    for answer in (
        await admin.browser.post(event, json={"enabled": True, "subscriptions": [form]}),
        await admin.browser.put(f"{event}/subscriptions/{one}", json=form),
    ):
        assert answer.status_code == 400, answer.text
        assert answer.json()["errorCodes"][0].startswith(code), answer.text
    assert await subscriptions.listed() == before


@pytest.mark.parametrize(
    ("url", "recipient"), [(EMAILS, "pat@example.test"), (SMS, "+4915112345678")]
)
async def test_blank_recipients_count_for_nothing(
    world: World, admin: Person, run_jobs, url: str, recipient: str
):
    """The client sends the unfilled lines of its form; when all are taken away, it says so and deletes."""
    subscriptions = Subscriptions(url, world, admin, run_jobs)
    nobody = {"enabled": True, "subscriptions": [{"name": "", "recipients": ["", " "]}]}
    refused = await admin.browser.post(f"{url}/{GROUP_CREATED}", json=nobody)
    assert refused.status_code == 400
    await subscriptions.add(recipient, "", " ")
    [event] = await subscriptions.listed()
    [one] = event["subscriptions"]
    assert one["recipients"] == [recipient]
    place = f"{url}/{GROUP_CREATED}/subscriptions/{one['id']}"
    emptied = await admin.browser.put(place, json={"name": "", "enabled": True, "recipients": [""]})
    assert emptied.status_code == 200, emptied.text
    assert (await admin.browser.delete(place)).status_code == 200
    assert await subscriptions.listed() == []


async def test_what_is_not_there_is_not_found(emails: Subscriptions):
    http, form = emails.admin.browser, {"name": "", "recipients": ["pat@example.test"]}
    url = f"{EMAILS}/frontegg.no.such"
    answer = await http.post(url, json={"enabled": True, "subscriptions": [form]})
    assert answer.json()["errorCodes"] == ["subscriptions.unknown_event"]
    for answer in (
        await http.patch(url, json={"enabled": False}),
        await http.delete(url),
        await http.put(f"{url}/subscriptions/{NOBODY}", json=form),
        await http.delete(f"{url}/subscriptions/{NOBODY}"),
    ):
        assert (answer.status_code, answer.json()["errorCodes"]) == (
            404, ["subscriptions.not_found"],
        )  # fmt: skip


async def test_there_is_an_end_to_how_many(emails: Subscriptions):
    for _ in range(MOST_SUBSCRIPTIONS):
        await emails.add("pat@example.test")
    form = {"name": "", "enabled": True, "recipients": ["pat@example.test"]}
    answer = await emails.admin.browser.post(
        f"{EMAILS}/{GROUP_CREATED}", json={"enabled": True, "subscriptions": [form]}
    )
    assert (answer.status_code, answer.json()["errorCodes"]) == (409, ["subscriptions.too_many"])


async def test_another_account_sees_none_of_it(emails: Subscriptions, world: World):
    to = address()
    await emails.add(to)
    one = (await emails.listed())[0]["subscriptions"][0]["id"]
    other = await world.person("Admin")
    assert (await other.browser.get(EMAILS)).json() == []
    url = f"{EMAILS}/{GROUP_CREATED}"
    form = {"name": "", "enabled": True, "recipients": ["pat@example.test"]}
    for method, path, body in [
        ("PATCH", url, {"enabled": False}),
        ("DELETE", url, {}),
        ("PUT", f"{url}/subscriptions/{one}", form),
        ("DELETE", f"{url}/subscriptions/{one}", {}),
    ]:
        assert (await other.browser.request(method, path, json=body)).status_code == 404, path
    await other.browser.post(GROUPS, json={"name": "Theirs"})
    await emails.run_jobs()
    assert emails.mails(to) == []


@pytest.mark.parametrize("url", [EMAILS, SMS])
async def test_who_may_only_read_changes_nothing(world: World, admin: Person, url: str):
    reader = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    assert (await reader.browser.get(url)).json() == []
    form = {"name": "", "enabled": True, "recipients": ["x"]}
    event = f"{url}/{GROUP_CREATED}"
    for method, path, body in [
        ("POST", event, {"enabled": True, "subscriptions": [form]}),
        ("PATCH", event, {"enabled": False}),
        ("DELETE", event, {}),
        ("PUT", f"{event}/subscriptions/{NOBODY}", form),
        ("DELETE", f"{event}/subscriptions/{NOBODY}", {}),
    ]:
        assert (await reader.browser.request(method, path, json=body)).status_code == 403, path


async def test_pending_messages_of_a_deleted_account_are_not_sent(
    emails: Subscriptions, world: World
):
    await emails.add("ops@acme.test")
    assert (await emails.admin.browser.post(GROUPS, json={"name": "Late"})).status_code == 201
    await delete((await new_backend(world)).http, emails.admin.tenant_id)
    await emails.run_jobs()
    assert [mail for mail in emails.mails("ops@acme.test") if "Late" in mail.as_string()] == []
