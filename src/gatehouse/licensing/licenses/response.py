"""Recent authentication, which is required to see a license key or to cancel its subscription."""

from datetime import timedelta
from typing import LiteralString

from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.step_up import must_be_recent, must_be_stepped_up
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query

LATELY = timedelta(hours=1)


def shown_lately(session: LiteralString, now: LiteralString) -> LiteralString:
    """Whether whose session it is signed in within the hour, with two factors if they have a second one."""
    return f"""exists (
      select from sessions s join users u on u.id = s.user_id
      where s.id = {session} and s.auth_time >= {now}::timestamptz - interval '1 hour'
        and (not u.mfa_enrolled or ('mfa' = any(s.amr) and s.amr && '{{otp,sms,hwk}}'))
    )"""


SHOWN_LATELY = Query(bool, f"select {shown_lately('$1::uuid', '$2')} as is_shown")
HAS_FACTOR = Query(bool, "select mfa_enrolled from users where id = $1")


async def sees_keys(db: Db, caller: Principal) -> bool:
    """Machines and API tokens never do."""
    if caller.session is None or not caller.may(Permission.LICENSING_READ_KEYS):
        return False
    return await SHOWN_LATELY.one(db, caller.session, clock.now())


async def must_have_shown(db: Db, caller: Principal) -> None:
    """Require a recent authentication. Raises `StepUpNeeded` for a user with MFA, and `RecentSignInNeeded`
    for a user without MFA and for every other caller."""
    person = caller.person_id
    if person is not None and await HAS_FACTOR.first(db, person):
        must_be_stepped_up(caller, LATELY)
    else:
        must_be_recent(caller, LATELY)
