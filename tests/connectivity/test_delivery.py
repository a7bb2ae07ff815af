"""Every event arrives at least once or is visibly not delivered, whatever the receiver does."""

import asyncio
import base64
import hashlib
import hmac
import json
from datetime import timedelta
from itertools import cycle
from typing import Any

import pytest

from gatehouse.connectivity.webhooks.delivery import enqueue_due_webhooks, queue_webhook_deliveries
from gatehouse.connectivity.webhooks.log import OLD_DELIVERIES
from gatehouse.directory.groups.events import GroupCreated
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database
from gatehouse.kit.events import Actor, Event, EventEnvelope
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from tests.backend import new_backend
from tests.connectivity.conftest import LOOPBACK
from tests.connectivity.receiver import Received, Reply
from tests.connectivity.steps import GROUP_CREATED, GROUPS, SECRET, Webhooks
from tests.directory.deleted import V1 as TENANTS
from tests.directory.deleted import delete, restore
from tests.plans.recorded import recording
from tests.process.server import free_port
from tests.world import World


def as_token(received: Received) -> dict[str, Any]:
    """The claims of `x-webhook-secret`, verified by hand."""
    signed, _, signature = received.headers["x-webhook-secret"].rpartition(".")
    mac = hmac.digest(SECRET.encode(), signed.encode(), hashlib.sha256)
    assert base64.urlsafe_b64encode(mac).rstrip(b"=").decode() == signature
    part = signed.split(".")[1]
    found: dict[str, Any] = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return found


def has_signature_of(received: Received, secret: str) -> bool:
    """Whether one of the signatures, which stand apart by blanks, was made with the secret."""
    headers = received.headers
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + received.content
    mac = base64.b64encode(hmac.digest(secret.encode(), signed, hashlib.sha256)).decode()
    return f"v1,{mac}" in headers["webhook-signature"].split(" ")


async def test_an_event_arrives_signed_in_both_ways(hooks: Webhooks):
    made = await hooks.make()
    await hooks.happens("Sales")
    (received,) = hooks.receiver.received
    body = received.json
    assert body["eventKey"] == GROUP_CREATED
    assert body["eventContext"] == {
        "tenantId": str(hooks.admin.tenant_id), "userId": str(hooks.admin.id)
    }  # fmt: skip
    assert body["data"]["name"] == "Sales"
    assert body["data"]["description"] == "Created the group Sales"
    headers = received.headers
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + received.content
    mac = base64.b64encode(hmac.digest(SECRET.encode(), signed, hashlib.sha256)).decode()
    assert headers["webhook-signature"] == f"v1,{mac}"
    assert headers["webhook-id"] == body["id"]
    claims = as_token(received)
    assert claims["bodySha256"] == hashlib.sha256(received.content).hexdigest()
    assert claims["exp"] - claims["iat"] == 300
    (row,) = await hooks.rows(made["_id"])
    assert (row["status"], row["statusCode"], row["attempts"]) == ("delivered", 200, 1)
    assert (row["answer"], json.loads(row["body"])) == ("thanks", body)
    assert (await hooks.one(made["_id"]))["invocations"] == 1


async def test_both_secrets_sign_for_a_day_after_a_change(hooks: Webhooks, world: World):
    made = await hooks.make()
    new = "another-secret-of-this-webhook"
    answer = await hooks.admin.browser.patch(f"/webhook/{made['_id']}", json={"secret": new})
    assert answer.status_code == 200, answer.text
    # The same secret again, and the placeholder, change nothing.
    for secret in (new, answer.json()["secret"]):
        await hooks.admin.browser.patch(f"/webhook/{made['_id']}", json={"secret": secret})
    await hooks.happens("Sales")
    clock.advance_clock(timedelta(days=1, minutes=1))
    admin = await world.sign_in(hooks.admin.id, hooks.admin.tenant_id, hooks.admin.email)
    hooks.http.headers["authorization"] = admin.browser.headers["authorization"]
    await hooks.happens("Support")
    first, second = hooks.receiver.received
    assert (has_signature_of(first, new), has_signature_of(first, SECRET)) == (True, True)
    assert (has_signature_of(second, new), has_signature_of(second, SECRET)) == (True, False)


async def test_a_removed_secret_signs_nothing_more(hooks: Webhooks):
    made = await hooks.make()
    await hooks.admin.browser.patch(f"/webhook/{made['_id']}", json={"secret": None})
    await hooks.happens("Sales")
    (received,) = hooks.receiver.received
    assert "webhook-signature" not in received.headers


@pytest.mark.parametrize("name", ["\\u0000", "C:\\u0000\\", "\\\\u0000 x"])
async def test_text_that_resembles_a_rejected_character_arrives_unchanged(
    hooks: Webhooks, name: str
):
    await hooks.make()
    await hooks.happens(name)
    (received,) = hooks.receiver.received
    assert received.json["data"]["name"] == name


async def test_a_secret_made_for_the_libraries_is_used_as_they_do(hooks: Webhooks):
    key = bytes(range(24))
    await hooks.make(secret="whsec_" + base64.b64encode(key).decode())
    await hooks.happens("Sales")
    (received,) = hooks.receiver.received
    headers = received.headers
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + received.content
    mac = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    assert headers["webhook-signature"] == f"v1,{mac}"


async def test_without_a_secret_nothing_is_signed(hooks: Webhooks):
    await hooks.make(secret=None)
    await hooks.happens("Sales")
    (received,) = hooks.receiver.received
    assert not {"webhook-signature", "x-webhook-secret"} & set(received.headers)


async def test_only_active_webhooks_get_what_they_asked_for(hooks: Webhooks):
    await hooks.make(isActive=False)
    await hooks.make(eventKeys=["frontegg.group.deleted"])
    await hooks.happens("Sales")
    assert hooks.receiver.received == []


async def test_nothing_is_sent_for_what_was_refused(hooks: Webhooks):
    made = await hooks.make()
    await hooks.happens("Sales")
    assert (await hooks.http.post(GROUPS, json={"name": "Sales"})).status_code == 409
    await hooks.run_jobs()
    assert len(await hooks.rows(made["_id"])) == len(hooks.receiver.received) == 1


async def test_the_same_news_twice_is_sent_once(
    hooks: Webhooks, database: Database, resources: Resources
):
    await hooks.make()
    event = GroupCreated(hooks.admin.tenant_id, new_id(), "Sales")
    news: EventEnvelope[Event] = EventEnvelope(new_id(), clock.now(), Actor(), event)
    context = JobContext(database, resources, 0, 1, last_attempt=False)
    for _ in range(2):
        await queue_webhook_deliveries(context, news)
    await hooks.run_jobs()
    assert len(hooks.receiver.received) == 1


@pytest.mark.parametrize(
    ("reply", "status", "answer"),
    [
        (Reply(500, "broken"), 500, "broken"),
        (Reply(breaks=True), None, "The connection broke before the answer was complete"),
        (Reply(302, "", "location: http://127.0.0.1:1/inside\r\n"), 302, ""),
        (Reply(404, "x" * 5000), 404, "x" * 1024),
    ],
)
async def test_what_does_not_arrive_is_sent_again_with_the_same_id(
    hooks: Webhooks, reply: Reply, status: int | None, answer: str
):
    made = await hooks.make()
    hooks.receiver.reply = lambda _: reply
    await hooks.happens("Sales")
    (row,) = await hooks.rows(made["_id"])
    assert (row["status"], row["statusCode"], row["answer"]) == ("waiting", status, answer)
    assert (await hooks.one(made["_id"]))["failingSince"]
    hooks.receiver.reply = lambda _: Reply(201)
    await hooks.later(seconds=50)
    assert len(hooks.receiver.received) == 1
    await hooks.later(seconds=11)
    first, second = hooks.receiver.received
    assert first.content == second.content
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    (row,) = await hooks.rows(made["_id"])
    assert (row["status"], row["statusCode"], row["attempts"]) == ("delivered", 201, 2)
    assert (await hooks.one(made["_id"]))["failingSince"] is None


async def test_a_receiver_that_is_down_for_a_day_misses_nothing(hooks: Webhooks):
    made = await hooks.make()
    hooks.receiver.reply = lambda _: Reply(503)
    await hooks.happens("One", "Two", "Three")
    for _ in range(12):
        await hooks.later(hours=2)
    assert {row["status"] for row in await hooks.rows(made["_id"])} == {"waiting"}
    hooks.receiver.reply = lambda _: Reply()
    await hooks.later(hours=24)
    assert {row["status"] for row in await hooks.rows(made["_id"])} == {"delivered"}
    assert {one.json["data"]["name"] for one in hooks.receiver.received} == {"One", "Two", "Three"}


async def test_one_that_never_answers_is_switched_off_with_a_mail_and_what_waits_is_kept(
    hooks: Webhooks, world: World
):
    made = await hooks.make()
    hooks.receiver.reply = lambda _: Reply(500)
    await hooks.happens("Sales")
    for _ in range(50):
        await hooks.later(hours=2)
    hook = await hooks.one(made["_id"])
    assert (hook["isActive"], bool(hook["disabledAt"])) == (False, True)
    (mail,) = world.mails(hooks.admin.email)
    assert mail["Subject"] == "The webhook Our ERP was turned off"
    asked = len(hooks.receiver.received)
    (row,) = await hooks.rows(made["_id"])
    assert row["attempts"] == asked <= 10
    await hooks.later(days=1)
    assert len(hooks.receiver.received) == asked
    answer = await hooks.http.post(f"/webhook/logs/{row['id']}/retries")
    assert (answer.status_code, answer.json()["errorCodes"]) == (409, ["webhooks.inactive"])

    hooks.receiver.reply = lambda _: Reply()
    hook = await hooks.change(made["_id"], isActive=True)
    assert (hook["disabledAt"], hook["failingSince"]) == (None, None)
    await hooks.run_jobs()
    if (await hooks.rows(made["_id"]))[0]["status"] != "delivered":
        await hooks.http.post(f"/webhook/logs/{row['id']}/retries")
        await hooks.run_jobs()
    assert (await hooks.rows(made["_id"]))[0]["status"] == "delivered"


async def test_a_receiver_that_is_not_there_gets_it_once_it_is(hooks: Webhooks):
    made = await hooks.make(url=f"http://127.0.0.1:{free_port()}/hook")
    await hooks.happens("Sales")
    (row,) = await hooks.rows(made["_id"])
    assert (row["status"], row["statusCode"], row["answer"]) == (
        "waiting", None, "The connection was refused",
    )  # fmt: skip
    await hooks.change(made["_id"], url=hooks.receiver.url)
    await hooks.later(minutes=2)
    assert [one.json["data"]["name"] for one in hooks.receiver.received] == ["Sales"]


async def test_each_event_arrives_or_is_seen_to_be_dead(hooks: Webhooks):
    """A receiver that fails in every way by turns, loses its own answers, and never takes one event."""
    made = await hooks.make()
    inside = Reply(302, "", "location: http://127.0.0.1:1/inside\r\n")
    turns = cycle([Reply(), Reply(500), Reply(breaks=True), inside, Reply(204)])
    hooks.receiver.reply = lambda one: (
        Reply(500) if one.json["data"]["name"] == "Never" else next(turns)
    )
    await hooks.happens("Never")
    for day in range(4):
        await hooks.happens(*[f"Group {day}.{number}" for number in range(3)])
        for hours in (1, 11):
            await hooks.later(hours=hours)
    for _ in range(4):
        await hooks.later(days=1)
    rows = await hooks.rows(made["_id"])
    assert (await hooks.one(made["_id"]))["isActive"]
    states = {json.loads(row["body"])["data"]["name"]: row for row in rows}
    never = states.pop("Never")
    assert (never["status"], never["attempts"], never["statusCode"]) == ("dead", 10, 500)
    assert len(states) == 12
    assert {row["status"] for row in states.values()} == {"delivered"}
    seen = {one.json["id"]: one.headers["webhook-id"] for one in hooks.receiver.received}
    assert len(seen) == 13
    assert all(event == message for event, message in seen.items())

    hooks.receiver.reply = lambda _: Reply()
    assert (await hooks.http.post(f"/webhook/logs/{never['id']}/retries")).status_code == 200
    await hooks.run_jobs()
    again = [row for row in await hooks.rows(made["_id"]) if row["id"] == never["id"]]
    assert [row["status"] for row in again] == ["delivered"]


async def test_one_that_says_it_is_gone_is_switched_off_at_once(hooks: Webhooks):
    made = await hooks.make()
    hooks.receiver.reply = lambda _: Reply(410)
    await hooks.happens("Sales")
    assert (await hooks.one(made["_id"]))["isActive"] is False


async def test_order_is_kept_where_it_is_asked_for(hooks: Webhooks):
    made = await hooks.make(isOrdered=True)

    def refuses_the_first_once(received: Received) -> Reply:
        is_first = len(hooks.receiver.received) == 1
        return Reply(500) if is_first else Reply()

    hooks.receiver.reply = refuses_the_first_once
    names = [f"Group {number}" for number in range(6)]
    await hooks.happens(*names)
    await hooks.later(seconds=3)
    assert [one.json["data"]["name"] for one in hooks.receiver.received] == ["Group 0"]
    await hooks.later(minutes=2)
    sent = [one.json["data"]["name"] for one in hooks.receiver.received]
    assert sent == ["Group 0", *names]
    assert hooks.receiver.most_at_once == 1
    assert {row["status"] for row in await hooks.rows(made["_id"])} == {"delivered"}


async def test_one_bad_event_holds_up_no_other_where_order_is_not_asked_for(hooks: Webhooks):
    made = await hooks.make()
    hooks.receiver.reply = lambda one: Reply(500 if one.json["data"]["name"] == "Bad" else 200)
    await hooks.happens("Bad", *[f"Group {number}" for number in range(20)])
    await hooks.later(minutes=2)
    await hooks.later(minutes=2)
    states = [row["status"] for row in await hooks.rows(made["_id"])]
    assert (states.count("delivered"), states.count("waiting")) == (20, 1)


async def test_a_slow_receiver_slows_no_request_and_no_other_webhook(
    hooks: Webhooks, resources: Resources
):
    resources.add(Outbound, Outbound(LOOPBACK, seconds=30))
    answers = asyncio.Event()
    hooks.receiver.reply = lambda one: Reply(waits=answers if one.path == "/slow" else None)
    slow = await hooks.make(url=hooks.receiver.url.replace("/hook", "/slow"))
    await hooks.make()
    for name in ("One", "Two"):
        await hooks.new_group(name)
    running = asyncio.ensure_future(hooks.run_jobs())
    while sorted(one.path for one in hooks.receiver.received).count("/hook") < 2:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await hooks.new_group("Three")
    assert {row["status"] for row in await hooks.rows(slow["_id"])} == {"waiting"}
    answers.set()
    await running
    await hooks.run_jobs()
    assert {row["status"] for row in await hooks.rows(slow["_id"])} == {"delivered"}


async def test_a_request_runs_the_same_statements_with_and_without_webhooks(hooks: Webhooks):
    """What listeners cost is a job's, however many there are."""
    await hooks.new_group("Zero")
    with recording() as alone:
        await hooks.new_group("One")
    for number in range(20):
        await hooks.make(displayName=f"Listener {number}")
    await hooks.new_group("Between")  # so that the caller is read again, as before "One"
    with recording() as heard:
        await hooks.new_group("Two")
    assert [one.sql for one in heard] == [one.sql for one in alone]
    await hooks.run_jobs()
    assert len(hooks.receiver.received) >= 20


async def test_what_takes_too_long_counts_as_no_answer(hooks: Webhooks, resources: Resources):
    resources.add(Outbound, Outbound(LOOPBACK, seconds=0.05))
    made = await hooks.make()
    never = asyncio.Event()
    hooks.receiver.reply = lambda _: Reply(waits=never)
    await hooks.happens("Sales")
    (row,) = await hooks.rows(made["_id"])
    never.set()
    assert (row["statusCode"], row["answer"]) == (None, "No answer within 0.05 seconds")


async def test_the_log_has_pages_with_and_without_the_slash(hooks: Webhooks):
    made = await hooks.make()
    await hooks.happens(*[f"Group {number}" for number in range(12)])
    first = await hooks.log(made["_id"])
    second = await hooks.log(made["_id"], offset=10)
    assert (first["count"], len(first["rows"]), len(second["rows"])) == (12, 10, 2)
    times = [row["createdAt"] for row in [*first["rows"], *second["rows"]]]
    assert times == sorted(times, reverse=True)
    plain = await hooks.http.get(f"/webhook/logs?id={made['_id']}")
    assert plain.json() == first
    for query in ("limit=0", "limit=101", "offset=-1"):
        answer = await hooks.http.get(f"/webhook/logs/?id={made['_id']}&{query}")
        assert answer.status_code == 400


async def test_what_arrived_can_be_sent_again(hooks: Webhooks):
    made = await hooks.make()
    await hooks.happens("Sales")
    (row,) = await hooks.rows(made["_id"])
    answer = await hooks.http.post(f"/webhook/logs/{row['id']}/retries")
    assert (answer.status_code, answer.json()) == (200, {"statusCode": 202})
    await hooks.run_jobs()
    assert len(hooks.receiver.received) == 2
    (row,) = await hooks.rows(made["_id"])
    assert (row["status"], row["attempts"]) == ("delivered", 2)


async def test_the_log_is_kept_for_thirty_days(
    hooks: Webhooks, database: Database, resources: Resources
):
    made = await hooks.make()
    await hooks.happens("Old")
    await hooks.later(days=31)
    await hooks.happens("New")
    await OLD_DELIVERIES.run(JobContext(database, resources, 0, 1, last_attempt=True))
    (row,) = await hooks.rows(made["_id"])
    assert json.loads(row["body"])["data"]["name"] == "New"


async def test_of_a_deleted_account_nothing_is_sent_until_it_is_restored(
    hooks: Webhooks, world: World
):
    backend = (await new_backend(world)).http
    made = await hooks.make(eventKeys=[GROUP_CREATED, "gatehouse.tenant.exported"])
    await hooks.new_group("Sales")
    await delete(backend, hooks.admin.tenant_id)
    await hooks.run_jobs()
    exported = await backend.get(f"{TENANTS}/{hooks.admin.tenant_id}/export")
    assert exported.status_code == 200
    await hooks.run_jobs()
    await enqueue_due_webhooks(JobContext(world.resources[Database], world.resources, 0, 1, True))
    await hooks.run_jobs()
    assert hooks.receiver.received == []
    assert (await restore(backend, hooks.admin.tenant_id)).status_code == 200
    await hooks.later(minutes=1)
    # Earlier events arrive; those of the time between are not sent.
    (received,) = hooks.receiver.received
    assert received.json["eventKey"] == GROUP_CREATED
    assert len(await hooks.rows(made["_id"])) == 1
