"""Step-up authentication: whether the caller authenticated strongly and recently enough.

The session's own record counts, not what a page sends: routes use `require_stepped_up`, which machines and
tokens never pass. A backend of the vendor passes where a route admits it, because its secret is its proof.
"""

from datetime import datetime, timedelta
from typing import Any

from fastapi import Depends

from gatehouse.access.errors import RecentSignInNeeded, StepUpNeeded
from gatehouse.access.guard import CurrentCall
from gatehouse.access.principal import Principal, PrincipalKind, refuse_impersonated
from gatehouse.kit import clock

MULTI_FACTOR_CLASS = "http://schemas.openid.net/pape/policies/2007/06/multi-factor"
SECOND_FACTORS = frozenset({"otp", "sms", "hwk"})


def is_stepped_up(caller: Principal, max_age: timedelta | None, now: datetime) -> bool:
    """Whether the caller used MFA with an accepted method, within `max_age` (wire reference §7)."""
    return (
        caller.acr == MULTI_FACTOR_CLASS
        and has_used_mfa(caller)
        and (max_age is None or has_authenticated_within(caller, max_age, now))
    )


def has_used_mfa(caller: Principal) -> bool:
    """Whether the user signed in or stepped up by MFA with an accepted method."""
    return "mfa" in caller.amr and not SECOND_FACTORS.isdisjoint(caller.amr)


def has_authenticated_within(caller: Principal, max_age: timedelta, now: datetime) -> bool:
    """Whether the user signed in or stepped up within `max_age`; False for a caller without a session."""
    return caller.auth_time is not None and now - caller.auth_time <= max_age


def must_be_stepped_up(caller: Principal, max_age: timedelta | None = None) -> Principal:
    """This principal. Raises `StepUpNeeded`, `ImpersonationForbiddenHere`."""
    refuse_impersonated(caller.impersonator_id)
    is_backend = caller.kind is PrincipalKind.BACKEND
    if not is_backend and not is_stepped_up(caller, max_age, clock.now()):
        raise StepUpNeeded("Confirm your identity with MFA first")
    return caller


def must_have_recent_sign_in(caller: Principal, max_age: timedelta) -> Principal:
    """This principal, if the user signed in or stepped up within `max_age`. Raises `RecentSignInNeeded`,
    `ImpersonationForbiddenHere`."""
    refuse_impersonated(caller.impersonator_id)
    is_backend = caller.kind is PrincipalKind.BACKEND
    if not is_backend and not has_authenticated_within(caller, max_age, clock.now()):
        raise RecentSignInNeeded("For your security, sign in again before you change this")
    return caller


def require_stepped_up(max_age: timedelta) -> Any:
    """A guard: `SteppedUp = Annotated[Principal, require_stepped_up(timedelta(hours=1))]`."""

    async def guard(call: CurrentCall) -> Principal:
        return must_be_stepped_up(await call.signed_in(), max_age)

    return Depends(guard)
