"""The door for the provider's reports: what is kept, and what is refused (A9; cases 2, 8–13)."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import uuid4

import orjson
import pytest
from pydantic import ValidationError

from gatehouse.kit import clock
from gatehouse.licensing.purchases.jobs import apply_payment_event
from gatehouse.licensing.purchases.settlement import UNKNOWN_CUSTOMER
from gatehouse.providers.payments.paddle import PaddleAccount, PaddleAdapter
from gatehouse.providers.settings import PaddlePayments
from tests.licensing.provider import (
    START,
    WEBHOOK,
    Event,
    Purchase,
    deliver,
    event,
    provider_id,
    signature,
)


def unknown_event(**data: Any) -> Event:
    return event("product.sung_about", {"id": str(uuid4()), **data}, START)


async def kept(db, event_id: str) -> list[tuple[Any, ...]]:
    rows = await db.connection.fetch(
        "select type, outcome, payload from provider_events where id = $1", event_id
    )
    return [tuple(row) for row in rows]


async def test_an_unknown_kind_is_kept_and_changes_nothing(client, db, run_jobs):
    body = unknown_event(name="Zoë ✓", nothing=None)
    answer = await deliver(client, body)
    assert (answer.status_code, answer.content) == (200, b"")
    await run_jobs()
    assert await kept(db, body["event_id"]) == [("product.sung_about", "of no consequence", body)]


async def test_whitespace_and_letters_are_signed_as_they_came(client, db):
    body = unknown_event()
    raw = orjson.dumps(body, option=orjson.OPT_INDENT_2) + b"\r\n"
    assert (await deliver(client, raw)).status_code == 200
    assert len(await kept(db, body["event_id"])) == 1


@pytest.mark.parametrize("header", ["Paddle-Signature", "paddle-signature", "PADDLE-SIGNATURE"])
async def test_the_headers_letter_case_does_not_matter(client, header):
    raw = orjson.dumps(unknown_event())
    answer = await client.post(WEBHOOK, content=raw, headers={header: signature(raw)})
    assert answer.status_code == 200


async def test_unknown_keys_are_ignored_and_one_of_several_marks_is_enough(client):
    raw = orjson.dumps(unknown_event())
    ts, mark = signature(raw).split(";")
    wrong = signature(raw, secret="another").split(";")[1]
    for header in (f"{ts};{wrong};{mark}", f"h2=x; {mark} ;v=3;;{ts}"):
        assert (await deliver(client, raw, header)).status_code == 200


def wrong_signatures(raw: bytes) -> dict[str, str]:
    now = clock.now()
    ts, mark = signature(raw).split(";")
    return {
        "absent": "",
        "no mark": ts,
        "no time": mark,
        "two times": f"{ts};{ts};{mark}",
        "another secret": signature(raw, secret="pdl_ntfset_other"),
        "another body": signature(raw + b" "),
        "old": signature(raw, at=now - timedelta(seconds=62)),
        "future": signature(raw, at=now + timedelta(seconds=62)),
        "time not signed": f"ts={int(now.timestamp()) + 5};{mark}",
        "upper case": f"{ts};{mark.upper().replace('H1', 'h1')}",
        "half": f"{ts};{mark[:-32]}",
        "empty mark": f"{ts};h1=",
        "other digits": f"ts=\u00b2\u00b3;{mark}",
        "long time": f"ts={'9' * 5000};{mark}",
        "not ascii": f"{ts};h1=\u00e9",
    }


@pytest.mark.parametrize("case", list(wrong_signatures(b"")))
async def test_a_wrong_signature_is_refused_and_nothing_is_kept(client, db, case):
    body = unknown_event()
    raw = orjson.dumps(body)
    header = wrong_signatures(raw)[case].encode("latin-1")
    answer = await client.post(WEBHOOK, content=raw, headers={b"paddle-signature": header})
    assert answer.status_code == 401
    assert answer.headers["content-type"].startswith("text/plain")
    assert await kept(db, body["event_id"]) == []


async def test_a_changed_byte_is_refused(client, db):
    body = unknown_event(amount="100")
    raw = orjson.dumps(body)
    answer = await deliver(client, raw.replace(b'"100"', b'"900"'), signature(raw))
    assert answer.status_code == 401
    assert await kept(db, body["event_id"]) == []


async def test_a_slow_delivery_within_the_tolerance_is_taken(client):
    raw = orjson.dumps(unknown_event())
    for seconds in (-55, 55):
        late = signature(raw, at=clock.now() + timedelta(seconds=seconds))
        assert (await deliver(client, raw, late)).status_code == 200


async def test_an_environment_variable_does_not_switch_the_check_off(client, monkeypatch):
    monkeypatch.setenv("TEST_MODE", "true")
    raw = orjson.dumps(unknown_event())
    old = signature(raw, at=clock.now() - timedelta(days=1))
    assert (await deliver(client, raw, old)).status_code == 401


def test_while_a_secret_is_rotated_the_old_and_the_new_one_sign(resources):
    account = PaddleAccount("http://127.0.0.1:1", "", None, (), ["new", "old"], 60)  # type: ignore[arg-type]
    raw = orjson.dumps(unknown_event())
    for secret in ("new", "old"):
        assert PaddleAdapter(account).read_event(raw, signature(raw, secret=secret))


def test_an_empty_secret_signs_nothing():
    account = {
        "kind": "paddle", "environment": "sandbox", "api_key": "x", "client_token": "test_x",
        "price_ids": ["pri_x"],
    }  # fmt: skip
    assert PaddlePayments.model_validate(account | {"webhook_secrets": ["x"]})
    for secrets in ([], [""], ["x", ""]):
        with pytest.raises(ValidationError):
            PaddlePayments.model_validate(account | {"webhook_secrets": secrets})


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"3",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"event_type": "transaction.completed"}',
        b'{"event_id": "evt_1"}',
        b'{"event_id": 1, "event_type": "x"}',
        b'{"event_id": "", "event_type": "x"}',
        b'{"event_id": "evt\\u0000", "event_type": "x"}',
        b'{"event_id": "' + b"e" * 200 + b'", "event_type": "x"}',
    ],
)
async def test_a_signed_body_that_is_no_event_is_malformed(client, raw):
    answer = await deliver(client, raw)
    assert answer.status_code == 400
    assert answer.headers["content-type"].startswith("text/plain")


async def test_what_a_stranger_typed_does_not_stop_an_event(client, db, run_jobs):
    """customData comes from a browser: NUL, half a surrogate pair, numbers without end, depth."""
    event_id = f"evt_{uuid4().hex}"
    raw = (
        b'{"event_id": "%s", "event_type": "subscription.created", "data": {"id": "sub_1",'
        b' "status": "active", "customer_id": "ctm_nobody", "custom_data": {"a\\u0000b": "x\\u0000\\ud800",'
        b' "n": %s, "f": 1e999, "deep": %s1%s}}}'
        % (event_id.encode(), b"9" * 400, b"[" * 300, b"]" * 300)
    )
    assert (await deliver(client, raw)).status_code == 200
    await run_jobs()
    [(_, outcome, payload)] = await kept(db, event_id)
    assert outcome == UNKNOWN_CUSTOMER
    assert payload["data"]["custom_data"]["ab"] == "x?"


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "text",
        {},
        {"id": "txn_1"},
        {"id": 5, "status": [], "customer_id": {}},
        {"id": "x", "status": "new_word", "customer_id": "ctm_x", "items": None},
        {"id": "x", "status": "active", "customer_id": "ctm_x", "items": [None, {"quantity": "x"}]},
        {"id": "x", "status": "active", "customer_id": "ctm_x", "updated_at": "yesterday"},
    ],
)
@pytest.mark.parametrize(
    "kind", ["transaction.completed", "subscription.updated", "customer.updated", "x", "."]
)
async def test_missing_and_unknown_values_are_kept_without_harm(client, db, context, kind, data):
    body = event(kind, data, START)
    assert (await deliver(client, body)).status_code == 200
    await apply_payment_event(context, event_id=body["event_id"])
    [(_, outcome, _)] = await kept(db, body["event_id"])
    assert outcome


async def test_the_same_event_is_kept_once_even_at_once(client, db):
    body = unknown_event()
    first = await asyncio.gather(*[deliver(client, body) for _ in range(6)])
    again = await deliver(client, body | {"notification_id": "ntf_other"})
    assert {answer.status_code for answer in [*first, again]} == {200}
    assert len(await kept(db, body["event_id"])) == 1
    waiting = await db.connection.fetchval(
        "select count(*) from pgqueuer where dedupe_key = $1", f"apply {body['event_id']}"
    )
    assert waiting == 1


async def test_an_event_of_a_strange_customer_is_recorded(client, db, run_jobs):
    body = Purchase(provider_id("ctm")).sequence()[-1]
    assert (await deliver(client, body)).status_code == 200
    await run_jobs()
    [(_, outcome, _)] = await kept(db, body["event_id"])
    assert outcome == "the customer belongs to no organization"
