"""Set, check and change passwords; reset them with a mailed link."""

from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.models import ActionToken, ActionTokenPurpose
from gatehouse.identity.mails import mail_limits
from gatehouse.identity.mails import service as mails
from gatehouse.identity.ownership.service import confirm_email_ownership
from gatehouse.identity.passwords import queries
from gatehouse.identity.passwords.errors import (
    ResetLinkExpired,
    ResetLinkInvalid,
    WrongCurrentPassword,
)
from gatehouse.identity.passwords.events import BreachedPasswordsReset, PasswordChanged
from gatehouse.identity.passwords.models import AcceptedPassword
from gatehouse.identity.sessions.service import end_all_sessions
from gatehouse.identity.sign_in.context import PASSWORD, require_strategy_offered
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.hashing import hash_password, verify_password
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.policies.errors import PasswordReused
from gatehouse.policies.password_rules.service import check_password

RESETS_PER_ADDRESS = RateLimit("passwords.reset.address", 5, 15)
RESETS_PER_IP = RateLimit("passwords.reset.ip", 60, 15)
LINKS_PER_IP = RateLimit("passwords.link.ip", 120, 15)
BREACHED_PER_TENANT = RateLimit("passwords.breached.tenant", 3, 60)
CHANGES = RateLimit("passwords.change", 10, 15)


async def accept_password(
    db: Db,
    resources: Resources,
    user_id: UUID,
    password: str,
    *,
    is_first: bool = False,
    joining: UUID | None = None,
) -> AcceptedPassword:
    """Check the password against the policy and hash it; nothing is stored yet.

    The current password is refused too, and as many earlier ones as a tenant of the user requires; not
    where `is_first`, because an earlier one may be another user's. `joining` is a tenant whose name is
    known to others too. Commits what was done before: checking and hashing take long.
    """
    owner = await queries.OWNER.one(db, user_id, joining)
    await db.pause()
    about = [owner.email, owner.name, owner.product, *owner.companies]
    await check_password(resources, password, about=about)
    if is_first:
        stored = owner.current_hash
        was_stored = stored is not None and await verify_password(stored, password)
        return AcceptedPassword(await hash_password(password), was_stored=was_stored)
    for stored in filter(None, [owner.current_hash, *owner.earlier_hashes]):
        if await verify_password(stored, password):
            raise PasswordReused("You have used this password before. Choose another one.")
    return AcceptedPassword(await hash_password(password), owner.history_size)


async def store_password(
    db: Db, user_id: UUID, accepted: AcceptedPassword, *, instead_of: str | None = None
) -> bool:
    """Store a password; all changes go through here. Returns False when `instead_of`, a hash, is no
    longer the stored one."""
    stored = await queries.SET.run(
        db, user_id, accepted.hash, clock.now(), accepted.history_size, instead_of
    )
    return bool(stored)


async def change_password(
    db: Db, resources: Resources, caller: Principal, *, current: str, new: str
) -> None:
    """Change the signed-in user's password; this session stays, all others end. Raises
    `WrongCurrentPassword`."""
    await resources[RateLimiter].hit(CHANGES, str(caller.user_id))
    stored = await queries.HASH.first(db, caller.user_id)
    await db.pause()
    if not await verify_password(stored, current):
        raise WrongCurrentPassword("The current password is incorrect")
    accepted = await accept_password(db, resources, caller.user_id, new)
    # A reset in the meantime wins over a change that knew the earlier password.
    if not await store_password(db, caller.user_id, accepted, instead_of=stored):
        raise WrongCurrentPassword("The current password is incorrect")
    await end_all_sessions(
        db, caller.user_id, reason="password_changed", except_session=caller.session_id
    )
    event = PasswordChanged(caller.tenant_id, caller.user_id)
    await announce_event(db, event, by=caller.actor)
    await mail_password_changed(db, resources, caller.email, caller.name)


async def mail_password_changed(db: Db, resources: Resources, email: str, name: str) -> None:
    link = mails.build_mail_link(resources, "/account/forget-password")
    await mails.send_mail(db, resources, "password-changed", email, name=name, link=link)


async def request_password_reset(call: SystemCall, value: str, *, by: str = "email") -> None:
    """Queue a reset link by mail, requested with the address, a user name or a phone number. Nothing here
    depends on whether it is known: the job finds out, so neither answer nor duration reveals it. Raises
    `StrategyNotOffered` where passwords are not used."""
    require_strategy_offered(call.resources, PASSWORD)
    limiter = call.resources[RateLimiter]
    await limiter.hit(RESETS_PER_IP, get_ip_network(call.client.ip))
    await limiter.hit(RESETS_PER_ADDRESS, value if by == "email" else f"{by} {value}")
    await mail_limits.limit_mail(call.resources, "reset", value, call.client)
    ip, agent = call.client.ip, call.client.user_agent
    if by == "email":
        await enqueue(call.db, "passwords.mail_reset", email=value, ip=ip, user_agent=agent)
    else:
        await enqueue(
            call.db, "passwords.mail_reset_by", by=by, value=value, ip=ip, user_agent=agent
        )


async def request_reset_of_breached(db: Db, resources: Resources, caller: Principal) -> None:
    """Mail a reset link to each member of the caller's tenant whose password is known from a breach."""
    require_strategy_offered(resources, PASSWORD)
    await resources[RateLimiter].hit(BREACHED_PER_TENANT, str(caller.tenant_id))
    await enqueue(db, "passwords.mail_breached", tenant_id=caller.tenant_id)
    await announce_event(db, BreachedPasswordsReset(caller.tenant_id), by=caller.actor)


async def check_reset_link(call: SystemCall, user_id: UUID, token: str) -> None:
    """Check a reset link, which stays usable. Raises `ResetLinkInvalid` or `ResetLinkExpired`."""
    await call.limit_place(LINKS_PER_IP)
    _require_live_reset_link(
        await action_tokens.find_action_token(
            call.db, ActionTokenPurpose.RESET_PASSWORD, user_id, token
        )
    )


async def reset_password(call: SystemCall, user_id: UUID, token: str, password: str) -> None:
    """Set the password by a mailed link; every session ends and the user is not signed in."""
    require_strategy_offered(call.resources, PASSWORD)
    await check_reset_link(call, user_id, token)
    accepted = await accept_password(call.db, call.resources, user_id, password)
    link = await action_tokens.use_action_token(
        call.db, ActionTokenPurpose.RESET_PASSWORD, user_id, token
    )
    _require_live_reset_link(link)
    if link and link.mailed:
        await confirm_email_ownership(call.db, user_id)
    await store_password(call.db, user_id, accepted)
    await end_all_sessions(call.db, user_id, reason="password_reset")
    owner = await queries.BY_ID.one(call.db, user_id)
    event = PasswordChanged(owner.tenant_id, user_id, by_link=True)
    await announce_event(call.db, event, by=by_person(user_id, owner.email, call.client))
    await mail_password_changed(call.db, call.resources, owner.email, owner.name)


def _require_live_reset_link(link: ActionToken | None) -> None:
    if link is None:
        raise ResetLinkInvalid("This link is not valid. Request a new one.")
    if not link.is_alive:
        raise ResetLinkExpired("This link was already used or has expired. Request a new one.")
