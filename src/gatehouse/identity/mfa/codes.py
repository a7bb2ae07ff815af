"""Six-digit verification codes for MFA: creation, delivery and rate limits.

The caller has already verified a password or a session; the limits protect against cost and flooding.
"""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.mails import mail_limits
from gatehouse.identity.mails import service as mails
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.models import CodePurpose
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.identity.text_messages.service import compose_code_text
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.providers.outgoing import Outbox

PER_PERSON = RateLimit("mfa.codes.person", 10, 15)
PER_RECIPIENT = RateLimit("mfa.codes.recipient", 5, 15)
PER_PLACE = RateLimit("mfa.codes.ip", 60, 15)


@dataclass(frozen=True, slots=True)
class CodeRequest:
    """The user who requests a code, and the id of the sign-in, session or device that the code is bound
    to."""

    user_id: UUID
    bound_to: UUID
    client: Client


async def text_mfa_code(
    db: Db, resources: Resources, purpose: CodePurpose, number: str, asked: CodeRequest
) -> str:
    """Send a code by text message and return its token. Commits the transaction so far."""
    await _limit_mfa_codes(db, resources, number, asked)
    issued = await codes.issue_one_time_code(
        db, purpose, number, asked.user_id, bound_to=asked.bound_to
    )
    await resources[Outbox].queue_sms(
        db, number, compose_code_text(resources, "MFAOTC", issued.code)
    )
    return issued.token


async def mail_mfa_code(
    db: Db, resources: Resources, purpose: CodePurpose, email: str, asked: CodeRequest
) -> str:
    """Send a code by email and return its token. Commits the transaction so far."""
    await _limit_mfa_codes(db, resources, email, asked)
    await mail_limits.limit_mail(resources, "second_factor", email, asked.client)
    issued = await codes.issue_one_time_code(
        db, purpose, email, asked.user_id, bound_to=asked.bound_to
    )
    await mails.send_mail(db, resources, "second-factor-code", email, code=issued.code)
    return issued.token


async def _limit_mfa_codes(
    db: Db, resources: Resources, recipient: str, asked: CodeRequest
) -> None:
    await db.pause()
    limiter = resources[RateLimiter]
    await limiter.hit(PER_PLACE, get_ip_network(asked.client.ip))
    await limiter.hit(PER_PERSON, str(asked.user_id))
    await limiter.hit(PER_RECIPIENT, token_hash(recipient).hex())
