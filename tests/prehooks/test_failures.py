"""A service that is slow, away, or says what is no answer: by OPEN who waits is let pass, by CLOSE not."""

import asyncio
from datetime import timedelta

import httpx
import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit import clock
from gatehouse.kit.circuits import FAILURES, REST, Circuits
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.prehooks import client
from gatehouse.prehooks.errors import PrehookBlocked, PrehookUnanswered
from tests.audit_log import entries_of_all_tenants
from tests.connectivity.receiver import Reply
from tests.identity.browser import REFRESH, sign_in
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import SIGN_UP, form, new_address, stranger
from tests.prehooks.conftest import ALLOW, PREHOOKS, SECRET, Service, says
from tests.staff import dismiss_all, hire

FAULTS = {
    "an error of its own": (says("{}", 500), "It answered with status 500"),
    "a yes with a status that says no": (
        says({"verdict": "allow"}, 401),
        "It answered with status 401",
    ),
    "an error that says no": (
        says({"verdict": "block"}, 500),
        "It answered with status 500",
    ),
    "a refusal that is no verdict": (
        says({"message": "Not signed in"}, 401),
        "It answered with status 401",
    ),
    "a redirect": (
        Reply(302, "", headers="location: http://127.0.0.1:1/\r\n"),
        "It answered with status 302",
    ),
    "no JSON": (says("ok"), "The answer is not JSON"),
    "no object": (says([1]), "The answer is not an object"),
    "no verdict": (says({"response": {}}), "verdict is none of allow, block"),
    "a verdict of another moment": (
        says({"verdict": "challenge"}),
        "verdict is none of allow, block",
    ),
    "too much": (
        says({"verdict": "allow", "padding": "x" * 70_000}),
        "The answer is larger than 65536 bytes",
    ),
    "a field with NUL in its name": (
        says({"verdict": "allow", "response": {"a\0b": 1}}),
        "response.a b: Extra inputs are not permitted",
    ),
    "a broken connection": (
        Reply(breaks=True),
        "The connection broke before the answer was complete",
    ),
}


async def signs_up(asgi) -> httpx.Response:
    async with stranger(asgi) as browser:
        return await browser.post(SIGN_UP, json=form(new_address()))


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("fail_method", ["OPEN", "CLOSE"])
async def test_what_is_no_answer(service: Service, asgi, fault, fail_method):
    made = await service.hook("SIGN_UP", failMethod=fail_method)
    reply, why = FAULTS[fault]
    service.replies(reply)
    answer = await signs_up(asgi)
    if fail_method == "OPEN":
        assert answer.status_code == 201, answer.text
    else:
        assert refusal(answer) == (503, "prehooks.unanswered")
    assert len(service.receiver.received) == 1
    [call] = (await service.http.get(f"{PREHOOKS}/{made['id']}/calls")).json()
    assert (call["eventKey"], call["outcome"], call["detail"]) == ("SIGN_UP", "failed", why)


@pytest.mark.parametrize(("fail_method", "status"), [("OPEN", 201), ("CLOSE", 503)])
async def test_a_slow_prehook_delays_a_sign_up_no_longer_than_its_timeout(
    service: Service, asgi, monkeypatch, fail_method, status
):
    monkeypatch.setattr(client, "SECONDS", 0.2)
    never = asyncio.Event()
    made = await service.hook("SIGN_UP", failMethod=fail_method)
    service.replies(says({"verdict": "allow"}, waits=never))
    assert (await signs_up(asgi)).status_code == status
    never.set()
    [call] = (await service.http.get(f"{PREHOOKS}/{made['id']}/calls")).json()
    assert call["detail"] == "No answer within 0.2 seconds"


async def test_a_prehook_without_an_answer_is_not_called_for_a_while(service: Service, asgi, world):
    made = await service.hook("SIGN_UP")
    service.replies(Reply(breaks=True))
    for _ in range(FAILURES + 2):
        assert (await signs_up(asgi)).status_code == 503
    assert len(service.receiver.received) == FAILURES
    told = await entries_of_all_tenants(world, "vendor.prehook_silent")
    assert [one["json"]["prehook_id"] for one in told].count(made["id"]) == 1
    service.replies(ALLOW)
    clock.advance_clock(REST + timedelta(seconds=1))
    assert (await signs_up(asgi)).status_code == 201
    assert (await signs_up(asgi)).status_code == 201


async def test_a_prehook_whose_address_was_corrected_is_called_at_once(service: Service, asgi):
    wrong = service.receiver.url
    made = await service.hook("SIGN_UP")
    service.replies(Reply(breaks=True))
    for _ in range(FAILURES + 1):
        assert (await signs_up(asgi)).status_code == 503
    service.replies(ALLOW)
    assert (await signs_up(asgi)).status_code == 503
    path = f"{PREHOOKS}/{made['id']}"
    changed = await service.http.patch(path, json={"url": f"{wrong}/corrected", "secret": SECRET})
    assert changed.is_success, changed.text
    await service.load()
    assert (await signs_up(asgi)).status_code == 201
    back = await service.http.patch(path, json={"url": wrong, "secret": SECRET})
    assert back.is_success, back.text
    await service.load()
    assert (await signs_up(asgi)).status_code == 201


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({"continue": True}, 201),
        ({"continue": False, "error": {"status": 400, "message": "No"}}, 403),
        ({"verdict": "deny"}, 403),
    ],
)
async def test_earlier_words_for_the_same_are_understood(service: Service, asgi, answer, status):
    await service.hook("SIGN_UP")
    service.replies(says(answer))
    assert (await signs_up(asgi)).status_code == status


@pytest.mark.parametrize("fail_method", ["OPEN", "CLOSE"])
@pytest.mark.parametrize("status", [400, 401, 403])
@pytest.mark.parametrize("no", [{"continue": False}, {"verdict": "block"}])
async def test_a_no_counts_with_a_status_that_says_no(
    service: Service, asgi, fail_method, status, no
):
    """As services for the hosted platform answer."""
    made = await service.hook("SIGN_UP", failMethod=fail_method)
    service.replies(says({**no, "error": {"status": status, "message": ["Members only"]}}, status))
    answer = await signs_up(asgi)
    assert refusal(answer) == (403, "prehooks.blocked")
    assert answer.json()["errors"] == ["Members only"]
    [call] = (await service.http.get(f"{PREHOOKS}/{made['id']}/calls")).json()
    assert call["outcome"] == "block"


async def test_the_services_words_are_one_line_of_plain_text(service: Service, asgi):
    await service.hook("SIGN_UP")
    words = ["<b>No</b>\n\x07\u202eagain", "x" * 400]
    service.replies(says({"verdict": "block", "error": {"message": words}}))
    [said] = (await signs_up(asgi)).json()["errors"]
    assert said.startswith("<b>No</b> again xxx")
    assert len(said) == 300
    service.replies(says({"verdict": "block"}))
    answer = await signs_up(asgi)
    assert refusal(answer) == (403, "prehooks.refused")
    [said] = answer.json()["errors"]
    assert said == "This was not permitted. Contact the operator of this service."


async def test_a_silent_service_keeps_none_of_the_staff_out(service: Service, world, database):
    """Otherwise no owner could sign in to switch it off; an answer applies to them as to all users."""
    owner = (await hire(world, StaffRole.OWNER)).person
    other = await world.person()
    await service.hook("SIGN_IN", "JWT_GENERATION")
    service.replies(Reply(breaks=True))
    try:
        browser = await sign_in(world, owner.id, owner.tenant_id)
        assert (await browser.http.post(REFRESH)).status_code == 201
        with pytest.raises(PrehookUnanswered):
            await sign_in(world, other.id, other.tenant_id)
        service.resources.add(Circuits, Circuits())
        service.replies(says({"verdict": "block"}))
        with pytest.raises(PrehookBlocked):
            await sign_in(world, owner.id, owner.tenant_id)
        assert refusal(await browser.http.post(REFRESH)) == (403, "prehooks.refused")
    finally:
        await dismiss_all(database)


async def test_in_production_nothing_is_sent_in_the_open(
    service: Service, resources: Resources, asgi
):
    made = await service.hook("SIGN_UP")
    before = resources[Deployment]
    resources.add(Deployment, before.model_copy(update={"env": "production"}))
    try:
        assert refusal(await signs_up(asgi)) == (503, "prehooks.unanswered")
    finally:
        resources.add(Deployment, before)
    assert service.receiver.received == []
    [call] = (await service.http.get(f"{PREHOOKS}/{made['id']}/calls")).json()
    assert call["detail"] == "The URL must begin with https://"
