"""A test message goes to the administrator who asks and to no other, and says what the provider said."""

import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.providers import sms
from tests.backend import new_backend
from tests.identity.passwordless_steps import new_number, refusal, texts
from tests.identity.test_sms_configuration import ACCOUNT, SMS
from tests.providers.twilio_server import TwilioServer
from tests.staff import dismiss_all, hire

PATH = "/vendor/resources/trial-messages/v1"


@pytest.fixture
async def owner(world, database):
    await dismiss_all(database)
    yield await hire(world, StaffRole.OWNER)
    await dismiss_all(database)
    await world.configure("delete from sms_configurations")


async def test_a_mail_to_oneself(owner, world):
    answer = await owner.browser.post(f"{PATH}/mail")
    assert (answer.status_code, answer.json()) == (200, {"sentTo": owner.person.email})
    [mail] = world.mails(owner.person.email)
    assert mail["Subject"].startswith("Test message from ")
    for _ in range(4):
        await owner.browser.post(f"{PATH}/mail")
    assert (await owner.browser.post(f"{PATH}/mail")).status_code == 429


async def test_a_mail_is_in_the_name_of_the_product(owner, world):
    """As all mail that leaves, where the sender of the settings is an address alone."""
    await world.configure("update vendor set name = 'Müller, Söhne & Co'")
    try:
        answer = await owner.browser.post(f"{PATH}/mail")
        assert answer.status_code == 200
        [mail] = world.mails(owner.person.email)
        assert mail["From"].addresses[0].display_name == "Müller, Söhne & Co"
        assert mail["From"].addresses[0].addr_spec == "no-reply@localhost"
    finally:
        await world.configure("update vendor set name = 'Gatehouse'")


async def test_a_text_message_to_oneself(owner, world, db, monkeypatch):
    assert refusal(await owner.browser.post(f"{PATH}/sms")) == (409, "trial_messages.nobody")
    number = new_number()
    await db.connection.execute(
        "update users set phone_number = $2 where id = $1", owner.person.id, number
    )
    answer = await owner.browser.post(f"{PATH}/sms")
    assert (answer.status_code, answer.json()) == (200, {"sentTo": number})
    assert [text.startswith("This is a test message from") for text in texts(world, number)] == [
        True
    ]
    with TwilioServer(status=401, body=b'{"message": "Authenticate"}') as gateway:
        monkeypatch.setattr(sms, "GATEWAY", gateway.settings().base_url)
        assert (await owner.browser.post(SMS, json=ACCOUNT)).status_code == 201
        refused = await owner.browser.post(f"{PATH}/sms")
        assert refusal(refused) == (409, "trial_messages.not_sent")
        assert len(gateway.received) == 1


@pytest.mark.parametrize("channel", ["mail", "sms"])
async def test_a_backend_and_who_may_only_read_send_none(world, database, channel):
    backend = (await new_backend(world)).http
    assert refusal(await backend.post(f"{PATH}/{channel}")) == (409, "trial_messages.nobody")
    await dismiss_all(database)
    support = await hire(world, StaffRole.SUPPORT)
    assert (await support.browser.post(f"{PATH}/{channel}")).status_code == 403
    assert world.mails(support.person.email) == []
    await dismiss_all(database)
