"""The test button: an event is sent while a user waits."""

import base64
import hashlib
import hmac

import pytest

from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from tests.connectivity.receiver import Received, Reply
from tests.connectivity.steps import SECRET, Webhooks

HIDDEN = "••••••••"


def is_signed(received: Received) -> bool:
    headers = received.headers
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + received.content
    mac = base64.b64encode(hmac.digest(SECRET.encode(), signed, hashlib.sha256)).decode()
    return headers.get("webhook-signature") == f"v1,{mac}"


@pytest.mark.parametrize("status", [200, 201, 204, 500])
async def test_the_receivers_own_answer_is_shown(hooks: Webhooks, status: int):
    hooks.receiver.reply = lambda _: Reply(status, "" if status == 204 else "hello")
    form = {"url": hooks.receiver.url, "secret": SECRET, "payload": {"answer": 42}}
    answer = await hooks.http.post("/webhook/test", json=form)
    assert answer.status_code == 200
    assert answer.json() == {"statusCode": status, "body": "" if status == 204 else "hello"}
    (received,) = hooks.receiver.received
    assert is_signed(received)
    assert received.json["data"] == {"answer": 42}


async def test_the_stored_secret_is_used_and_never_told(hooks: Webhooks):
    made = await hooks.make()
    for form in (
        {"url": hooks.receiver.url, "secret": HIDDEN},
        {"_id": made["_id"], "url": hooks.receiver.url + "/new", "secret": HIDDEN},
    ):
        answer = await hooks.http.post("/webhook/test", json=form)
        assert answer.status_code == 200, answer.text
        assert SECRET not in answer.text
        assert is_signed(hooks.receiver.received[-1])
    assert await hooks.rows(made["_id"]) == []


async def test_what_a_private_address_answers_is_never_seen(hooks: Webhooks, resources: Resources):
    made = await hooks.make()
    resources.add(Outbound, Outbound())
    answer = await hooks.http.post("/webhook/test", json={"url": hooks.receiver.url})
    assert answer.status_code == 400
    assert answer.json()["errorCodes"] == ["webhooks.url_refused"]
    assert hooks.receiver.received == []
    await hooks.happens("Sales")
    (row,) = await hooks.rows(made["_id"])
    assert (row["status"], row["statusCode"]) == ("waiting", None)
    assert "private network" in row["answer"]
    assert hooks.receiver.received == []


async def test_why_there_was_no_answer_is_said(hooks: Webhooks):
    hooks.receiver.reply = lambda _: Reply(breaks=True)
    answer = await hooks.http.post("/webhook/test", json={"url": hooks.receiver.url})
    assert (answer.status_code, answer.json()["errorCodes"]) == (400, ["webhooks.test_failed"])
    form = {"url": "https://nowhere.example.test/"}
    answer = await hooks.http.post("/webhook/test", json=form)
    assert answer.json()["errors"] == ["The name of the host could not be found"]


async def test_test_events_are_limited(hooks: Webhooks):
    form = {"url": hooks.receiver.url}
    states = [(await hooks.http.post("/webhook/test", json=form)).status_code for _ in range(21)]
    assert (states[0], states[-1]) == (200, 429)
