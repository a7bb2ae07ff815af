"""Text messages through a gateway that speaks Twilio's protocol."""

import pytest
from pydantic import ValidationError

from gatehouse.commands.runtime import build_sms_sender
from gatehouse.kit.db import Scope
from gatehouse.providers.outgoing import Outbox
from gatehouse.providers.settings import SmsSettings
from gatehouse.providers.sms import GatewayFailed, Sms, SmsRefused, SmsSender, TwilioSmsSender
from gatehouse.settings import Settings
from tests.databases import opened
from tests.providers.twilio_server import TwilioServer

TO = "+4915112345678"
SMS = Sms(TO, "Grüße: 123456")


@pytest.fixture
def gateway():
    with TwilioServer() as server:
        yield server


async def test_a_message_arrives_whole(gateway):
    await TwilioSmsSender(gateway.settings()).send(SMS, "id")
    assert gateway.received == [
        {
            "path": "/2010-04-01/Accounts/AC0123/Messages.json",
            "login": "AC0123:a secret of the account",
            "To": TO,
            "From": "+15005550006",
            "Body": "Grüße: 123456",
        }
    ]


async def test_an_api_key_and_a_messaging_service(gateway):
    service = f"MG{'0a' * 16}"
    settings = gateway.settings(api_key_sid="SK0123", sender=service)
    await TwilioSmsSender(settings).send(SMS, "id")
    [received] = gateway.received
    assert received["login"] == "SK0123:a secret of the account"
    assert received["MessagingServiceSid"] == service
    assert "From" not in received


@pytest.mark.parametrize(
    ("status", "code", "error"),
    [
        (400, 21211, SmsRefused),
        (404, 20404, SmsRefused),
        (401, 20003, GatewayFailed),
        (429, 20429, GatewayFailed),
        (500, None, GatewayFailed),
        (503, None, GatewayFailed),
        (302, None, GatewayFailed),
    ],
)
async def test_what_passes_is_told_from_what_does_not(gateway, status, code, error):
    gateway.refuses(status, code)
    with pytest.raises(error) as raised:
        await TwilioSmsSender(gateway.settings()).send(SMS, "id")
    said = str(raised.value)
    assert str(status) in said
    assert code is None or str(code) in said
    assert not any(word in said for word in (TO, "123456", "secret"))


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"null", b'{"code": "x"}'])
async def test_an_answer_that_is_no_json_is_a_failure_too(gateway, body):
    gateway.status, gateway.body = 502, body
    with pytest.raises(GatewayFailed):
        await TwilioSmsSender(gateway.settings()).send(SMS, "id")


async def test_a_gateway_that_says_nothing_is_given_up(gateway):
    gateway.pause = 2
    with pytest.raises((TimeoutError, Exception)) as raised:
        await TwilioSmsSender(gateway.settings(timeout_seconds=0.2)).send(SMS, "id")
    assert "imeout" in type(raised.value).__name__


async def test_the_setting_chooses_the_gateway(gateway, tmp_path):
    settings = Settings(env="test", data_dir=tmp_path, sms=gateway.settings())
    await build_sms_sender(settings).send(SMS, "id")
    assert [one["To"] for one in gateway.received] == [TO]


@pytest.mark.parametrize("change", [{"account_sid": "AC/../x"}, {"sender": ""}, {"secret": None}])
def test_half_a_configuration_is_refused(gateway, change):
    with pytest.raises(ValidationError):
        gateway.settings(**change)


@pytest.mark.parametrize("prefix", ["49", "+", "+0", "+49 151", "+12345678"])
def test_a_prefix_is_a_plus_and_digits(prefix):
    with pytest.raises(ValidationError):
        SmsSettings(sms_prefixes=[prefix])


async def test_a_queued_message_that_is_refused_is_not_tried_again(
    gateway, database, resources, run_jobs, db, monkeypatch
):
    gateway.refuses(400, 21211)
    sender = TwilioSmsSender(gateway.settings())
    monkeypatch.setattr(resources[SmsSender], "send", sender.send)
    async with opened(database, Scope.system()) as transaction:
        await resources[Outbox].queue_sms(transaction, "+15005550001", "a text")
    await run_jobs()
    assert len(gateway.received) == 1
    row = await db.connection.fetchrow(
        "select sent_at, failed_at, last_error from outgoing_messages"
        " where recipient = '+15005550001'"
    )
    assert row["sent_at"] is None
    assert row["failed_at"] is not None
    assert row["last_error"].endswith("answered 400, code 21211")
