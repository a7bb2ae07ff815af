"""The vendor's own account for text messages: it sends them while it is there, and its token is not told."""

import pytest

from gatehouse.providers import sms
from gatehouse.providers.outgoing import Outbox
from tests.backend import new_backend
from tests.identity.passwordless_steps import new_number, refusal, texts
from tests.providers.twilio_server import TwilioServer

SMS = "/identity/resources/configurations/v1/sms"
ACCOUNT = {"accountId": "AC0123", "token": "a secret of mine", "senderName": "Acme"}


@pytest.fixture
async def backend(world):
    yield (await new_backend(world)).http
    await world.configure("delete from sms_configurations")


@pytest.fixture
async def gateway(monkeypatch, run_jobs):
    """What other tests have left to send is sent before."""
    await run_jobs()
    with TwilioServer() as server:
        monkeypatch.setattr(sms, "GATEWAY", server.settings().base_url)
        yield server


async def send(world, db, run_jobs, number: str) -> None:
    await world.resources[Outbox].queue_sms(db, number, "Hello")
    await run_jobs()


async def test_messages_go_through_the_own_account(backend, gateway, world, db, run_jobs):
    assert refusal(await backend.get(SMS)) == (404, "sms_configuration.missing")
    made = await backend.post(SMS, json=ACCOUNT)
    assert made.status_code == 201, made.text
    assert made.json()["token"] == ""
    shown = await backend.get(SMS)
    assert (shown.json()["accountId"], shown.json()["senderName"]) == ("AC0123", "Acme")
    assert "secret of mine" not in shown.text
    stored = await db.connection.fetchval("select sealed_token from sms_configurations")
    assert b"secret of mine" not in stored
    number = new_number()
    await send(world, db, run_jobs, number)
    [received] = gateway.received
    assert received["login"] == "AC0123:a secret of mine"
    assert (received["To"], received["From"]) == (number, "Acme")
    assert texts(world, number) == []
    assert (await backend.delete(SMS)).status_code == 200
    await send(world, db, run_jobs, number)
    assert texts(world, number) == ["Hello"]
    assert refusal(await backend.delete(SMS)) == (404, "sms_configuration.missing")


async def test_an_empty_token_keeps_that_of_the_same_account(backend, gateway, world, db, run_jobs):
    for incomplete in ({"token": ""}, {"senderName": ""}):
        answer = await backend.post(SMS, json={**ACCOUNT, **incomplete})
        assert refusal(answer) == (400, "sms_configuration.incomplete")
    await backend.post(SMS, json=ACCOUNT)
    service = {"accountId": "AC0123", "serviceId": f"MG{'0a' * 16}"}
    assert (await backend.post(SMS, json=service)).status_code == 201
    await send(world, db, run_jobs, new_number())
    [received] = gateway.received
    assert received["login"] == "AC0123:a secret of mine"
    assert received["MessagingServiceSid"] == service["serviceId"]
    elsewhere = await backend.post(SMS, json={"accountId": "AC9999", "senderName": "Acme"})
    assert refusal(elsewhere) == (400, "sms_configuration.incomplete")
    for bad in ({"accountId": "../x"}, {"provider": "pigeon"}, {"channel": "voice"}):
        assert (await backend.post(SMS, json={**ACCOUNT, **bad})).status_code == 400
