"""Delivery: signatures, retries, the log, and everything that can be made to go wrong."""

from datetime import timedelta

import orjson
import pytest
from paddle_billing.Notifications import Secret, Verifier  # type: ignore[import-untyped]
from paddle_billing.Notifications.Entities.Entity import (  # type: ignore[import-untyped]
    Entity as NotificationEntity,
)

from gatehouse.kit import clock
from gatehouse_simulators.checkout import fixtures
from gatehouse_simulators.checkout.secrets import CheckoutAccountSecrets
from gatehouse_simulators.checkout.webhooks.service import DELIVER
from tests.conftest import PROVIDER


class Received:
    """What the official verifier expects of a request."""

    def __init__(self, headers: dict[str, str], body: bytes) -> None:
        self.headers = {"Paddle-Signature": headers["paddle-signature"]}
        self.body = body


def genuine(received: tuple[dict[str, str], bytes]) -> bool:
    return bool(Verifier().verify(Received(*received), Secret(PROVIDER.webhook_secret)))


@pytest.fixture
async def one_event(client, receiver, run_jobs, buyer, db):
    """Announces one event and delivers what is due; what the receiver got meanwhile."""
    await run_jobs()
    # What other tests left to be tried again comes due by the database's time.
    await db.connection.execute("delete from pgqueuer where entrypoint = $1", DELIVER)

    async def announce() -> list[tuple[dict[str, str], bytes]]:
        receiver.requests.clear()
        number = clock.now().timestamp()
        answer = await client.post(
            "/sim/checkout/api/customers",
            json={"email": f"{number}-{buyer.email}"},
            headers={"authorization": f"Bearer {PROVIDER.api_key}"},
        )
        assert answer.status_code == 201
        await run_jobs()
        return list(receiver.requests)

    return announce


async def test_the_official_verifier_accepts_every_delivery_and_reads_every_entity(
    buyer, receiver, run_jobs
):
    await run_jobs()
    receiver.requests.clear()
    await buyer.buy()
    await run_jobs()
    assert len(receiver.requests) == 12
    assert all(genuine(received) for received in receiver.requests)
    for event in receiver.events:
        NotificationEntity.from_dict_for_event_type(event["data"], event["event_type"])
        assert set(event) == {"event_id", "event_type", "occurred_at", "notification_id", "data"}
    assert len({event["event_id"] for event in receiver.events}) == 12
    for event in receiver.events:
        assert "management_urls" not in event["data"]


async def test_a_receiver_that_fails_is_asked_again_and_in_the_end_left_alone(
    one_event, receiver, run_jobs, control, paddle
):
    receiver.status = 500
    first = await one_event()
    assert len(first) == 1
    for wait in (10, 60, 600, 3600):
        clock.advance_clock(timedelta(seconds=wait + 1))
        await control(action="run_due")
        await run_jobs()
    assert len(receiver.requests) == 4
    stamps = {headers["paddle-signature"].split(";")[0] for headers, _ in receiver.requests}
    assert len(stamps) == 4  # every attempt is signed anew
    notification_id = receiver.events[0]["notification_id"]
    failed = await paddle(lambda client: client.notifications.get(notification_id))
    assert (failed.status, failed.times_attempted) == ("failed", 4)
    receiver.status = 200
    replayed = await paddle(lambda client: client.notifications.replay(notification_id))
    await run_jobs()
    assert receiver.events[-1]["event_id"] == receiver.events[0]["event_id"]
    again = await paddle(lambda client: client.notifications.get(replayed))
    assert (again.status, again.origin) == ("delivered", "replay")


async def test_a_delivery_can_be_doubled_dropped_and_late(one_event, receiver, run_jobs, control):
    await control(switch="webhook.duplicate")
    twice = await one_event()
    assert len(twice) == 2
    assert twice[0][1] == twice[1][1]
    await control(switch="webhook.drop")
    assert await one_event() == []
    await control(switch="webhook.delay", value="30")
    assert await one_event() == []
    clock.advance_clock(timedelta(seconds=31))
    await control(action="run_due")
    await run_jobs()
    assert len(receiver.requests) == 1


async def test_a_reordered_event_comes_after_a_later_one(one_event, receiver, control, run_jobs):
    await control(switch="webhook.reorder")
    assert await one_event() == []
    arrived = await one_event()
    assert len(arrived) == 2
    times = [event["occurred_at"] for event in map(_body, arrived)]
    assert times == sorted(times, reverse=True)


def _body(received: tuple[dict[str, str], bytes]) -> dict[str, str]:
    body: dict[str, str] = orjson.loads(received[1])
    return body


async def test_a_delivery_can_be_signed_badly(one_event, control):
    await control(switch="webhook.wrong_signature")
    assert not genuine((await one_event())[0])
    await control(switch="webhook.old_timestamp", value="600")
    assert not genuine((await one_event())[0])
    await control(switch="webhook.rotated_secret")
    rotated = (await one_event())[0]
    assert rotated[0]["paddle-signature"].count("h1=") == 2
    assert genuine(rotated)


async def test_a_rolled_back_call_announces_nothing(client, receiver, run_jobs, buyer):
    await run_jobs()
    receiver.requests.clear()
    answer = await buyer.call(
        "POST",
        "/checkouts",
        {
            "items": [{"price_id": fixtures.MONTHLY_PRICE_ID, "quantity": 5000}],
            "customer": {"email": buyer.email},
        },
    )
    assert answer.status_code == 400
    await run_jobs()
    assert receiver.requests == []


async def test_nothing_is_posted_beyond_the_installation(client, receiver, run_jobs, one_event):
    """An attacker with the key could reach services of this machine only, and read their answers."""
    key = {"authorization": f"Bearer {PROVIDER.api_key}"}
    for number, url in enumerate(
        ("http://127.0.0.1:9/admin", "http://127.0.0.1:80000/", "http://127.0.0.1:8000@evil.test/")
    ):
        made = await client.post(
            "/sim/checkout/api/notification-settings",
            headers=key,
            json={
                "description": str(number),
                "destination": url,
                "subscribed_events": ["customer.created"],
            },
        )
        destination = made.json()["data"]["id"]
        try:
            assert len(await one_event()) == 1  # the own receiver's
            log = (await client.get("/sim/checkout/api/notifications", headers=key)).json()["data"]
            [row] = [one for one in log if one["notification_setting_id"] == destination]
            path = f"/sim/checkout/api/notifications/{row['id']}/logs"
            [attempt] = (await client.get(path, headers=key)).json()["data"]
            assert attempt["response_code"] == 0
        finally:
            await client.delete(
                f"/sim/checkout/api/notification-settings/{destination}", headers=key
            )


def test_no_two_installations_share_a_secret():
    one, other = (
        CheckoutAccountSecrets.derive_from("a" * 32),
        CheckoutAccountSecrets.derive_from("b" * 32),
    )
    assert len({one.api_key, other.api_key, one.webhook_secret, other.webhook_secret}) == 4
