"""Past audit events of the demo's company."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from gatehouse.demo import queries
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db

AGENTS = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/142.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.6 Mobile/15E148 Safari/604.1",
)
ADA, MAX, RAE = "admin@acme.test", "member@acme.test", "readonly@acme.test"


@dataclass(frozen=True, slots=True)
class PastEvent:
    """`who`: the actor's email address; None for an action without an actor."""

    who: str | None
    action: str
    severity: str
    text: str
    data: dict[str, Any] = field(default_factory=dict)


SIGNED_IN = [PastEvent(who, "user.authenticated", "Info", "Signed in", {"method": "password"})
             for who in (ADA, MAX, RAE, "grace.kim@acme.test", "hugo.lindqvist@acme.test")]  # fmt: skip
EVENTS = (
    PastEvent(ADA, "user.invited", "Info", "Invited uma.patel@acme.test", {"email": "uma.patel@acme.test"}),
    PastEvent(MAX, "user.failed_authentication", "Medium", "A sign-in failed", {"reason": "wrong_password"}),
    PastEvent(ADA, "user.roles_changed", "Medium", "Changed the roles of grace.kim@acme.test",
         {"email": "grace.kim@acme.test", "added": ["Editor"], "removed": ["ReadOnly"]}),
    PastEvent(RAE, "user.password_changed", "Medium", "Changed the password"),
    PastEvent(ADA, "role.created", "Medium", "Created the role Analyst", {"name": "Analyst", "level": 20}),
    PastEvent(MAX, "user.locked_out", "High", "Locked out after too many wrong passwords", {"attempts": 5}),
    PastEvent(None, "license.updated", "Info", "Renewed the license Acme Labs", {"seats": 10}),
    PastEvent(ADA, "lockout_policy.updated", "Medium", "Changed the lockout policy",
         {"enabled": True, "maxAttempts": 5}),
    PastEvent(ADA, "user.disabled", "Medium", "Disabled viktor.novak@acme.test",
         {"email": "viktor.novak@acme.test"}),
    PastEvent(RAE, "session.refresh_token_reused", "High", "A sign-in of this person was used twice",
         {"sessionsEnded": 1}),
)  # fmt: skip
STEPS = 9 * len(EVENTS)
HOURS = 7


async def add_audit_history(db: Db, tenant_id: UUID) -> None:
    """About a month, with something of today: mostly sign-ins, and now and then something else."""
    for step in range(STEPS):
        event, between = divmod(step, STEPS // len(EVENTS))
        past = SIGNED_IN[step % len(SIGNED_IN)] if between else EVENTS[event]
        at = clock.now() - timedelta(
            hours=HOURS * step, minutes=4 + step * 37 % 60, seconds=step * 11 % 60
        )
        await queries.ADD_PAST_AUDIT.run(
            db, new_id(), tenant_id, at, past.action, past.severity, past.text, past.who,
            f"203.0.113.{step % 9 + 1}" if past.who else None,
            AGENTS[step % len(AGENTS)] if past.who else None, past.data,
        )  # fmt: skip
