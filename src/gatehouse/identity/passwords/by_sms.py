"""Password reset by a code in a text message, where the vendor offers it."""

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.models import ActionTokenPurpose
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.one_time_codes.models import CodePurpose, SealedCode
from gatehouse.identity.passwords import queries
from gatehouse.identity.passwords.events import PasswordResetRequested
from gatehouse.identity.passwords.schemas import ResetPermit
from gatehouse.identity.sign_in.context import (
    PASSWORD,
    require_strategy_offered,
    strategy_not_offered_error,
)
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.identity.text_messages import service as text_messages
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.rate_limit import RateLimit
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

PER_IP = RateLimit("passwords.sms.ip", 60, 15)
PER_PERSON = RateLimit("passwords.sms.person", 5, 15)
TRIES_PER_IP = RateLimit("passwords.sms.tries.ip", 120, 15)
BY = {"email": queries.REACHABLE_BY_EMAIL, "phone_number": queries.REACHABLE_BY_NUMBER}


async def request_sms_reset(call: SystemCall, by: str, value: str) -> str:
    """Queue a reset code by text message and return its token. Neither answer nor duration reveals
    whether the user exists. Raises `StrategyNotOffered`."""
    _require_sms_reset_offered(call.resources)
    await call.limit_place(PER_IP)
    await call.limit_key(PER_PERSON, f"{by} {value}")
    issued = await codes.issue_one_time_code(call.db, CodePurpose.RESET_PASSWORD, value, None)
    await enqueue(
        call.db, "passwords.text_reset", by=by, value=value,
        ip=call.client.ip, user_agent=call.client.user_agent,
        **codes.seal_issued_code(call.resources[Box], issued),
    )  # fmt: skip
    return issued.token


@job("passwords.text_reset")
async def text_reset_code(
    context: JobContext,
    by: str,
    value: str,
    request: str,
    sealed_code: str,
    ip: str,
    user_agent: str,
) -> None:
    """Send the code to the user's verified phone number. A message over the limit is dropped without an
    error."""
    async with context.database.transaction(Scope.system()) as db:
        person = await BY[by].first(db, value)
    if person is None:
        return
    if not await text_messages.may_send_text(
        context.resources, person.phone_number, person.email, person.id, "passwords.text_not_sent"
    ):
        return
    async with context.database.transaction(Scope.system()) as db:
        code = SealedCode(request, sealed_code)
        if await text_messages.send_sealed_code(
            db, context.resources, code, person.id, person.phone_number
        ):
            event = PasswordResetRequested(person.tenant_id, person.id)
            actor = by_person(person.id, person.email, Client(ip, user_agent))
            await announce_event(db, event, by=actor)


async def confirm_sms_reset(call: SystemCall, token: str, code: str) -> ResetPermit:
    """Check the code and return a reset token, equivalent to a mailed link. Raises `WrongCode`,
    `CodeExpired` or `StrategyNotOffered`."""
    _require_sms_reset_offered(call.resources)
    await call.limit_place(TRIES_PER_IP)
    used = await codes.use_one_time_code(call.db, CodePurpose.RESET_PASSWORD, token, code)
    person = (
        await queries.REACHABLE_BY_NUMBER.first(call.db, used.recipient) if used.user_id else None
    )
    if person is None or person.id != used.user_id:
        raise WrongCode()
    issued = await action_tokens.issue_action_token(
        call.db, ActionTokenPurpose.RESET_PASSWORD, person.id
    )
    return ResetPermit(user_id=person.id, token=issued)


def _require_sms_reset_offered(resources: Resources) -> None:
    require_strategy_offered(resources, PASSWORD)
    if not configuration_of(resources).vendor.password_reset_by_sms:
        raise strategy_not_offered_error()
