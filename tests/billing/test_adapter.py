"""The adapter and the official SDK: what it asks, what refusals become, whose links are followed."""

from collections.abc import Callable
from urllib.parse import parse_qs

import httpx
import pytest
import stripe

from gatehouse.billing.errors import (
    CardDeclined,
    CardsBusy,
    CardsRefused,
    CardsUnavailable,
    EventRefused,
)
from gatehouse.billing.provider.port import CardSubscriptionChange
from gatehouse.billing.provider.stripe_adapter import CardAccount, StripeAdapter
from gatehouse.kit.outbound import Outbound, OutboundResponse

BASE = "https://api.provider.test/base"
WEBHOOK = "whsec_test"
ACCOUNT = CardAccount(BASE, "sk_test_x", "pk_test_x", WEBHOOK, "https://js.provider.test/v3")


class Links(Outbound):
    """Answers by address; others are no server."""

    def __init__(self, answers: dict[str, OutboundResponse]) -> None:
        super().__init__()
        self.answers = answers

    async def get(self, url: str, headers=None, *, most: int = 0) -> OutboundResponse:
        return self.answers.get(url) or OutboundResponse(404, "")


def adapter(handler: Callable[[httpx.Request], httpx.Response], links=None) -> StripeAdapter:
    return StripeAdapter(ACCOUNT, Links(links or {}), httpx.MockTransport(handler))


def refused(status: int, kind: str, **more: str) -> Callable[[httpx.Request], httpx.Response]:
    error = {"error": {"type": kind, "message": "No.", **more}}
    return lambda _: httpx.Response(status, json=error)


async def test_what_charges_has_a_key_and_a_bounded_wait():
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(
            200, json={"id": "sub_1", "object": "subscription", "status": "active"}
        )

    cards = adapter(answer)
    begun = await cards.subscribe("cus_1", "price_1", "pm_1", 14, "order-1")
    await cards.change_subscription(
        CardSubscriptionChange("sub_1", "si_1", "price_2", "pm_1", charges_now=True), "order-2"
    )
    assert begun.id == "sub_1"
    assert [one.headers["idempotency-key"] for one in asked] == ["order-1", "order-2"]
    assert [str(one.url) for one in asked] == [
        f"{BASE}/v1/subscriptions", f"{BASE}/v1/subscriptions/sub_1",
    ]  # fmt: skip
    first, second = (parse_qs(one.content.decode()) for one in asked)
    assert first["payment_behavior"] == ["error_if_incomplete"]
    assert first["trial_period_days"] == ["14"]
    assert second["proration_behavior"] == ["always_invoice"]
    assert second["payment_behavior"] == ["error_if_incomplete"]
    assert asked[0].extensions["timeout"]["read"] <= 10


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        (refused(402, "card_error", code="card_declined"), CardDeclined),
        (refused(409, "idempotency_error", code="idempotency_key_in_use"), CardsBusy),
        (refused(400, "idempotency_error"), CardsBusy),
        (refused(400, "invalid_request_error", code="resource_missing"), CardsRefused),
        (refused(401, "invalid_request_error"), CardsUnavailable),
        (refused(403, "invalid_request_error"), CardsUnavailable),
        (refused(429, "rate_limit_error"), CardsUnavailable),
        (refused(500, "api_error"), CardsUnavailable),
        (lambda _: httpx.Response(200, text="<html>"), CardsUnavailable),
        (lambda _: httpx.Response(200, json=[]), CardsUnavailable),
    ],
)
async def test_what_goes_wrong_becomes_our_own_refusal(answer, refusal, monkeypatch):
    monkeypatch.setattr("gatehouse.billing.provider.client.AGAIN", 0)
    with pytest.raises(refusal) as caught:
        await adapter(answer).subscribe("cus_1", "price_1", None, None, "order-1")
    assert type(caught.value) is refusal
    assert "sk_test" not in caught.value.message


async def test_a_provider_that_is_silent_is_unavailable(monkeypatch):
    monkeypatch.setattr("gatehouse.billing.provider.client.AGAIN", 0)

    def silent(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("no answer", request=request)

    with pytest.raises(CardsUnavailable):
        await adapter(silent).set_default_method("cus_1", "pm_1")


async def test_without_an_answer_it_asks_again_with_the_same_key():
    keys: list[str] = []

    def flaky(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers["idempotency-key"])
        if len(keys) == 1:
            raise httpx.ReadTimeout("no answer", request=request)
        return httpx.Response(
            200, json={"id": "sub_1", "object": "subscription", "status": "active"}
        )

    await adapter(flaky).subscribe("cus_1", "price_1", "pm_1", None, "order-1")
    assert keys == ["order-1", "order-1"]


PDF = b"%PDF-1.7 \xff\x00 an invoice"
STRIPE = "https://pay.stripe.com/invoice/pdf"
MOVED = OutboundResponse(302, "", b"", "https://files.stripe.com/1.pdf")


@pytest.mark.parametrize(
    ("link", "links", "found"),
    [
        (STRIPE, {STRIPE: OutboundResponse(200, "", PDF)}, PDF),
        (
            STRIPE,
            {STRIPE: MOVED, "https://files.stripe.com/1.pdf": OutboundResponse(200, "", PDF)},
            PDF,
        ),
        (STRIPE, {STRIPE: OutboundResponse(302, "", b"", "http://169.254.169.254/")}, None),
        (STRIPE, {STRIPE: OutboundResponse(200, "", b"<html>")}, None),
        (STRIPE, {STRIPE: OutboundResponse(302, "", b"", STRIPE)}, None),
        (
            "https://evil.test/a.pdf",
            {"https://evil.test/a.pdf": OutboundResponse(200, "", PDF)},
            None,
        ),
        (
            "https://evilstripe.com/a",
            {"https://evilstripe.com/a": OutboundResponse(200, "", PDF)},
            None,
        ),
        (
            "http://pay.stripe.com/a",
            {"http://pay.stripe.com/a": OutboundResponse(200, "", PDF)},
            None,
        ),
        (f"{BASE}/pdf/1", {}, PDF),
        (f"{BASE}@evil.test/1", {f"{BASE}@evil.test/1": OutboundResponse(200, "", PDF)}, None),
        (None, {}, None),
    ],
)
async def test_only_the_providers_own_links_are_followed(link, links, found):
    def answer(request: httpx.Request) -> httpx.Response:
        if "/v1/" in request.url.path:
            return httpx.Response(
                200, json={"id": "in_1", "object": "invoice", "invoice_pdf": link}
            )
        assert "authorization" not in request.headers
        return httpx.Response(200, content=PDF)

    assert await adapter(answer, links).download_invoice_pdf("in_1") == found


def signed(body: str, secret: str = WEBHOOK, age: int = 0) -> str:
    import time

    stamp = int(time.time()) - age
    mark = stripe.WebhookSignature._compute_signature(f"{stamp}.{body}", secret)
    return f"t={stamp},v1={mark}"


EVENT = (
    '{"id": "evt_1", "object": "event", "type": "customer.updated",'
    ' "data": {"object": {"object": "customer", "id": "cus_1"}}}'
)


UNUSABLE = (
    EVENT.replace('"cus_1"', "5"),
    EVENT.replace("customer.updated", "customer.updated\\u0000"),
    EVENT.replace("evt_1", "\\ud800"),
)


async def test_only_what_the_provider_signed_lately_is_an_event():
    cards = adapter(lambda _: httpx.Response(500))
    found = cards.read_event(EVENT.encode(), signed(EVENT))
    assert (found.id, found.type, found.customer) == ("evt_1", "customer.updated", "cus_1")
    for body, signature in (
        (EVENT, ""),
        (EVENT, "t=1,v1=00"),
        (EVENT, signed(EVENT, "whsec_other")),
        (EVENT, signed(EVENT, age=400)),
        (EVENT + " ", signed(EVENT)),
        ("[]", signed("[]")),
        ("{}", signed("{}")),
        ("nothing", signed("nothing")),
        *((body, signed(body)) for body in UNUSABLE),
    ):
        with pytest.raises(EventRefused):
            cards.read_event(body.encode(), signature)
    with pytest.raises(EventRefused):
        cards.read_event(b"\xff", signed(EVENT))
