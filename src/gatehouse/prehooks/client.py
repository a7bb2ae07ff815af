"""A service is asked, once for each act and before anything of it is written. No connection is held
meanwhile."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from time import monotonic
from typing import Any
from uuid import UUID

import orjson
from prometheus_client import Counter

from gatehouse.access.vendor import IS_STAFF
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.circuits import Circuits
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.events import Event
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.logs import get_logger
from gatehouse.kit.outbound import AddressRefused, Outbound, OutboundResponse, Unreachable
from gatehouse.kit.resources import Resources
from gatehouse.kit.webhook_signature import build_signature_headers
from gatehouse.prehooks import queries
from gatehouse.prehooks.errors import PrehookBlocked, PrehookRefused, PrehookUnanswered
from gatehouse.prehooks.queries import FAILED, PrehookExchange, PrehookQuestion, PrehookResponse
from gatehouse.prehooks.response import MalformedResponse, read_prehook_response
from gatehouse.vendor.applications import UnknownApplication
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.prehooks import EVENT_KEYS, SECRETS, EventKey, Prehook


class PrehookFellSilent(Event):
    event_name = "vendor.prehook_silent"
    severity = "High"
    text = "The prehook {name} is not responding and is temporarily not called"
    prehook_id: str
    name: str
    detail: str


def build_question_body(resources: Resources, question: PrehookQuestion) -> bytes:
    """JSON: `eventKey`, `prehookContext`, `data`."""
    client = question.client
    context = {
        "tenantId": _text_or_none(question.tenant_id),
        "userId": _text_or_none(question.user_id),
        "applicationId": _find_application_id(resources, client.application),
        "vendorId": str(configuration_of(resources).vendor.id),
        "ipAddress": client.ip,
        "userAgent": client.user_agent,
    }
    known = {name: value for name, value in context.items() if value is not None}
    return orjson.dumps(
        {"eventKey": question.event, "prehookContext": known, "data": dict(question.data)},
        default=str,
    )


def _find_application_id(resources: Resources, named: str | None) -> str | None:
    try:
        return str(configuration_of(resources).get_first_party_application(named).id)
    except UnknownApplication:
        return None


def _text_or_none(value: object) -> str | None:
    return None if value is None else str(value)


log = get_logger()

SECONDS = 5.0
MOST = 64 * 1024  # bytes of an answer
ANSWERED = (200, 201)
RESTING = "The service did not respond and is skipped for a moment"
UNANSWERED = "This cannot be checked right now. Try again in a few minutes."
REFUSED = "This was not permitted. Contact the operator of this service."
ASKED = Counter("gatehouse_prehooks", "Questions to prehooks", ["event", "outcome"])
# Created at start, because the first failures would otherwise not be visible as an increase.
for _event in EVENT_KEYS:
    ASKED.labels(_event, FAILED)


def is_prehook_active(resources: Resources, event: EventKey) -> bool:
    """Whether the vendor wants to be asked before this: from memory, so that it costs nothing."""
    return configuration_of(resources).find_prehook(event) is not None


async def call_prehook(resources: Resources, question: PrehookQuestion) -> PrehookResponse:
    """What the vendor's service says; that all may go on where none is to be asked, or where it does not
    answer and lets pass. Raises `PrehookBlocked` or `PrehookUnanswered`."""
    prehook = configuration_of(resources).find_prehook(question.event)
    if prehook is None:
        return PrehookResponse()
    exchange = await _exchange_with_prehook(resources, prehook, question)
    await _record_exchange(resources, prehook, question.event, exchange)
    if exchange.said is None:
        return pass_unless_answer_required(prehook)
    if exchange.said.verdict == "block":
        raise build_prehook_refusal(exchange.said)
    return exchange.said


def build_prehook_refusal(said: PrehookResponse) -> PrehookBlocked:
    """In the service's words; where it has none, in ours."""
    return PrehookBlocked(said.message) if said.message else PrehookRefused(REFUSED)


def pass_unless_answer_required(prehook: Prehook) -> PrehookResponse:
    """What becomes of who waits for an answer that did not come. Raises `PrehookUnanswered`."""
    if prehook.fail_method == "CLOSE":
        raise PrehookUnanswered(UNANSWERED)
    return PrehookResponse()


async def may_pass_unanswered(resources: Resources, user_id: UUID) -> bool:
    """Whether the user passes when the service does not answer, even if the prehook requires an answer. True
    for staff, who could otherwise not sign in to switch the prehook off."""
    async with resources[Database].transaction(Scope.system()) as db:
        return await IS_STAFF.one(db, [user_id])


def treat_answer_as_missing(resources: Resources, event: EventKey, why: str) -> None:
    """Treat an answer that cannot be applied as missing. Raises `PrehookUnanswered` when the prehook requires
    an answer (`CLOSE`)."""
    prehook = configuration_of(resources).find_prehook(event)
    ASKED.labels(event, FAILED).inc()
    log.warning("prehooks.failed", prehook_event=event, why=why)
    if prehook is not None:
        pass_unless_answer_required(prehook)


async def _exchange_with_prehook(
    resources: Resources, prehook: Prehook, question: PrehookQuestion
) -> PrehookExchange:
    # By when it was changed, too: one whose address was corrected is asked at once, also where it had that
    # address before.
    circuits, key = resources[Circuits], ("prehook", prehook.id, prehook.updated_at)
    if not circuits.may_call(key):
        return PrehookExchange("", 0, failure=RESTING)
    circuits.record_call(key)
    try:
        secret = SECRETS.open(resources[Box], prehook.id, prehook.sealed_secret).decode()
        exchange = await send_prehook_question(resources, prehook.url, secret, question)
    finally:
        circuits.record_call_end(key)
    if exchange.status is not None:
        circuits.record_answer(key)
    elif circuits.record_failure(key):
        event = PrehookFellSilent(None, prehook.id, prehook.display_name, exchange.failure)
        async with resources[Database].transaction(Scope.system()) as db:
            await announce_event(db, event, by=SYSTEM)
    return exchange


async def send_prehook_question(
    resources: Resources, url: str, secret: str, question: PrehookQuestion
) -> PrehookExchange:
    """Send one question and return the exchange, also of a failure. Limits: five seconds, no redirect, 64 KiB
    of the answer."""
    ids = resources[ExternalIds]
    question = replace(question, data=await ids.replace_in_claims(dict(question.data)))
    body = await ids.replace_in_json(build_question_body(resources, question))
    headers = build_signature_headers(secret, str(new_id()), clock.now(), body)
    began = monotonic()
    try:
        _require_https(resources, url)
        async with asyncio.timeout(SECONDS):
            answer = await resources[Outbound].post(url, body, headers, most=MOST + 1)
    except TimeoutError:
        return PrehookExchange(
            body.decode(),
            _milliseconds_since(began),
            failure=f"No answer within {SECONDS:g} seconds",
        )
    except (AddressRefused, Unreachable) as error:
        return PrehookExchange(body.decode(), _milliseconds_since(began), failure=str(error))
    said, failure = _read_prehook_response(question.event, answer, question.data)
    text = answer.text[:MOST]
    return PrehookExchange(
        body.decode(), _milliseconds_since(began), answer.status, text, said, failure
    )


def _read_prehook_response(
    event: EventKey, answer: OutboundResponse, sent: Mapping[str, Any]
) -> tuple[PrehookResponse | None, str]:
    if answer.status not in ANSWERED:
        said = _parse_refusal(event, answer, sent)
        return said, "" if said else f"It answered with status {answer.status}"
    if len(answer.content) > MOST:
        return None, f"The answer is larger than {MOST} bytes"
    try:
        return read_prehook_response(event, answer.content, sent), ""
    except MalformedResponse as fault:
        return None, str(fault)


def _parse_refusal(
    event: EventKey, answer: OutboundResponse, sent: Mapping[str, Any]
) -> PrehookResponse | None:
    """A valid refusal in an answer with a 4xx status; None for any other answer. Services that were written
    for the hosted platform refuse in this way, and `OPEN` would otherwise let these users pass."""
    if not 400 <= answer.status < 500 or len(answer.content) > MOST:
        return None
    try:
        said = read_prehook_response(event, answer.content, sent)
    except MalformedResponse:
        return None
    return said if said.verdict in ("block", "lock") else None


def _require_https(resources: Resources, url: str) -> None:
    if resources[Deployment].env == "production" and not url.lower().startswith("https://"):
        raise AddressRefused("The URL must begin with https://")


def _milliseconds_since(began: float) -> int:
    return round((monotonic() - began) * 1000)


async def _record_exchange(
    resources: Resources, prehook: Prehook, event: EventKey, exchange: PrehookExchange
) -> None:
    """Record the exchange for the vendor's staff, the metrics and the log, without data of the user."""
    outcome = exchange.said.verdict if exchange.said else FAILED
    ASKED.labels(event, outcome).inc()
    if exchange.said is None:
        log.warning(
            "prehooks.failed", prehook=prehook.id, prehook_event=event, why=exchange.failure,
            milliseconds=exchange.milliseconds,
        )  # fmt: skip
    async with resources[Database].one_statement() as db:
        await queries.ADD.run(
            db, new_id(), prehook.id, event, outcome, exchange.milliseconds,
            exchange.failure[:500], clock.now(),
        )  # fmt: skip
