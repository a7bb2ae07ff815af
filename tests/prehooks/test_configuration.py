"""Prehooks are made, shown, changed, tried and deleted, and one belongs to each event."""

from typing import Any

import pytest

from tests.backend import new_backend
from tests.identity.passwordless_steps import refusal
from tests.prehooks.conftest import PREHOOKS, SECRET, Service, blocked, is_signed, says

HIDDEN = "••••••••"


async def test_a_prehook_is_made_shown_changed_and_deleted(service: Service, db):
    made = await service.hook("SIGN_UP", description="Whom we want")
    assert (made["type"], made["secret"], made["isActive"]) == ("API", HIDDEN, True)
    [shown] = (await service.http.get(PREHOOKS)).json()
    assert shown == made
    sealed = await db.connection.fetchval("select sealed_secret from prehooks")
    assert SECRET.encode() not in sealed
    change = {**shown, "displayName": "Renamed", "eventKeys": ["SIGN_IN"], "isActive": False}
    changed = await service.http.patch(f"{PREHOOKS}/{made['id']}", json=change)
    assert changed.status_code == 200, changed.text
    assert changed.json()["eventKeys"] == ["SIGN_IN"]
    assert (changed.json()["displayName"], changed.json()["description"]) == (
        "Renamed",
        "Whom we want",
    )
    kept = await db.connection.fetchval("select sealed_secret from prehooks")
    assert kept == sealed
    audit = await db.connection.fetchval(
        "select data::text from audits where action = 'vendor.configuration_changed'"
        " order by created_at desc limit 1"
    )
    assert "prehooks" in audit
    assert SECRET not in audit
    assert (await service.http.delete(f"{PREHOOKS}/{made['id']}")).status_code == 200
    gone = await service.http.delete(f"{PREHOOKS}/{made['id']}")
    assert refusal(gone) == (404, "prehooks.not_found")
    assert (await service.http.get(PREHOOKS)).json() == []


async def test_secrets_are_shown_with_the_permission_to_see_them(service: Service, world):
    made = await service.hook("SIGN_UP")
    seeing = await new_backend(world, ["vendor.*", "vendor.see.secrets"])
    [shown] = (await seeing.http.get(PREHOOKS)).json()
    assert shown["secret"] == SECRET
    assert {**shown, "secret": HIDDEN} == made


async def test_a_secret_is_made_and_told_once_and_another_takes_its_place(service: Service):
    made = await service.hook("SIGN_UP", secret=None)
    assert len(made["secret"]) > 20
    [shown] = (await service.http.get(PREHOOKS)).json()
    assert shown["secret"] == HIDDEN
    address = f"{PREHOOKS}/{made['id']}"
    rotated = await service.http.post(f"{address}/secret")
    assert rotated.status_code == 201
    secret = rotated.json()["secret"]
    assert secret != made["secret"]
    await service.http.post(f"{address}/test", json={})
    token = service.last.headers["x-webhook-secret"]
    assert is_signed(token, secret)
    assert not is_signed(token, made["secret"])


async def test_one_prehook_for_each_event(service: Service):
    made = await service.hook("SIGN_UP", "SIGN_IN")
    other = await service.hook("USER_INVITE")
    body = {**made, "secret": SECRET, "eventKeys": ["SIGN_IN"]}
    taken = await service.http.post(PREHOOKS, json=body)
    assert refusal(taken) == (409, "prehooks.event_taken")
    assert "already exists for SIGN_IN" in taken.text
    address = f"{PREHOOKS}/{other['id']}"
    change = await service.http.patch(address, json={"eventKeys": ["USER_INVITE", "SIGN_UP"]})
    assert refusal(change) == (409, "prehooks.event_taken")
    document = (
        '[prehooks.another]\ndisplay_name = "A"\nurl = "https://a.test"\nsecret = "long enough"\n'
        'event_keys = ["SIGN_UP"]\n'
    )
    applied = await service.http.post(
        "/vendor/resources/configuration/v1", json={"document": document}
    )
    assert refusal(applied) == (400, "vendor.document_refused")
    assert "already has a prehook" in applied.text
    assert len((await service.http.get(PREHOOKS)).json()) == 2


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"type": "CUSTOM_CODE"}, (400, "prehooks.no_custom_code")),
        ({"type": "LAMBDA"}, (400, "prehooks.no_custom_code")),
        ({"url": "http://10.0.0.1/hook"}, (400, "prehooks.url_unusable")),
        ({"url": "ftp://a.test"}, 400),
        ({"url": "https://user:word@a.test"}, 400),
        ({"secret": "short"}, 400),
        ({"eventKeys": []}, 400),
        ({"eventKeys": ["DELETE_EVERYTHING"]}, 400),
        ({"failMethod": "MAYBE"}, 400),
        ({"displayName": ""}, 400),
    ],
)
async def test_what_is_no_prehook_is_refused(service: Service, change: dict[str, Any], expected):
    body = {
        "displayName": "A", "url": "https://a.test/hook", "secret": SECRET,
        "eventKeys": ["SIGN_UP"], "failMethod": "OPEN", "isActive": True,
    }  # fmt: skip
    answer = await service.http.post(PREHOOKS, json={**body, **change})
    assert answer.status_code == (expected if isinstance(expected, int) else expected[0])
    if not isinstance(expected, int):
        assert refusal(answer) == expected
    assert (await service.http.get(PREHOOKS)).json() == []


async def test_custom_code_is_never_run(service: Service):
    code = {"type": "CUSTOM_CODE", "code": "exports.onEvent = () => 1", "eventKeys": ["SIGN_UP"]}
    made = await service.http.post(f"{PREHOOKS}/custom-code", json=code)
    assert refusal(made) == (400, "prehooks.no_custom_code")
    changed = await service.http.patch(f"{PREHOOKS}/custom-code/any", json=code)
    assert refusal(changed) == (400, "prehooks.no_custom_code")


async def test_a_test_shows_what_was_sent_and_what_came_back(service: Service):
    made = await service.hook("SIGN_UP", "SIGN_IN", isActive=False)
    service.replies(blocked("Not you,", "sorry"))
    answer = await service.http.post(f"{PREHOOKS}/{made['id']}/test", json={"eventKey": "SIGN_IN"})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert (told["verdict"], told["message"], told["statusCode"]) == (
        "block",
        "Not you, sorry",
        200,
    )
    assert told["sent"] == service.last.content.decode()
    assert service.last.json["eventKey"] == "SIGN_IN"
    assert service.last.json["data"]["user"]["email"] == "test@example.com"
    service.replies(says("<html>", 502))
    told = (await service.http.post(f"{PREHOOKS}/{made['id']}/test", json={})).json()
    assert (told["statusCode"], told["body"]) == (502, "<html>")
    assert told["failure"] == "It answered with status 502"
    assert "verdict" not in told or told["verdict"] is None
    calls = (await service.http.get(f"{PREHOOKS}/{made['id']}/calls")).json()
    assert calls == []


async def test_an_idempotency_key_makes_one(service: Service):
    body = {
        "displayName": "A", "url": "https://a.test/hook", "secret": SECRET,
        "eventKeys": ["SIGN_UP"], "failMethod": "OPEN", "isActive": False,
    }  # fmt: skip
    headers = {"idempotency-key": "made once"}
    first = await service.http.post(PREHOOKS, json=body, headers=headers)
    again = await service.http.post(PREHOOKS, json=body, headers=headers)
    assert (first.status_code, again.json()) == (201, first.json())


async def test_changing_prehooks_needs_permission(service: Service, world):
    made = await service.hook("SIGN_UP")
    reader = (await new_backend(world, ["vendor.read.*"])).http
    assert (await reader.get(PREHOOKS)).status_code == 200
    address = f"{PREHOOKS}/{made['id']}"
    for answer in (
        await reader.post(PREHOOKS, json=made),
        await reader.patch(address, json={"isActive": False}),
        await reader.post(f"{address}/secret"),
        await reader.post(f"{address}/test", json={}),
        await reader.delete(address),
    ):
        assert answer.status_code == 403, answer.text
