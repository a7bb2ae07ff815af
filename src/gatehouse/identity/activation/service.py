"""Activate an account, or one membership of it, by the link or the code in a mail.

Opening the mail verifies the address. Until then the account may have been created by a user who does not
own the address, so the password is set now and older sessions end.
"""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import memberships
from gatehouse.directory.users import service as users
from gatehouse.directory.users.errors import UserNotFound
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.models import ActionToken, ActionTokenPurpose
from gatehouse.identity.activation import queries
from gatehouse.identity.activation.errors import (
    ActivationLinkExpired,
    AlreadyActive,
    PasswordNeeded,
)
from gatehouse.identity.activation.events import ActivationResent, UserActivated
from gatehouse.identity.activation.schemas import Activation, CodeActivation
from gatehouse.identity.mails import mail_limits
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.errors import CodeExpired, WrongCode
from gatehouse.identity.one_time_codes.models import CodePurpose, OneTimeCodeRequest
from gatehouse.identity.ownership.service import (
    AddressProof,
    become_owner,
    block_earlier_writes,
    confirm_email_ownership,
)
from gatehouse.identity.passwords.models import AcceptedPassword
from gatehouse.identity.passwords.queries import HASH
from gatehouse.identity.passwords.service import accept_password, store_password
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.context import ELSEWHERE, get_auth_strategy, uses_passwords
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.identity.sign_in.models import AuthenticationResult, SignInChallenge, SignInContext
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.identity.signup import codes as signup_codes
from gatehouse.identity.signup import signup_choices
from gatehouse.identity.signup.signup_choices import SignupChoices
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

LINKS_PER_IP = RateLimit("activation.link.ip", 120, 15)
MAILS_PER_IP = RateLimit("activation.mail.ip", 60, 15)
CODES: dict[str, CodePurpose] = {
    one: one for one in (CodePurpose.ACTIVATE, CodePurpose.ACTIVATE_INVITED)
}
MAILS_PER_ADDRESS = RateLimit("activation.mail.address", 5, 15)


async def should_set_password(
    call: SystemCall, *, user_id: str, token: str, chosen: SignupChoices | None
) -> bool:
    """Whether the page must ask for a password. The link stays usable. `chosen`: the choices made at
    sign-up in this browser, if any. Raises `ActivationLinkExpired`."""
    await call.limit_place(LINKS_PER_IP)
    try:
        person_id = UUID(user_id)
    except ValueError:
        raise ActivationLinkExpired("Activation link expired") from None
    asked = await codes.find_code_request(call.db, token)
    if asked and asked.purpose in CODES:
        return _needs_password_with_code(call.resources, asked, chosen)
    _get_tenant_of_link(
        await action_tokens.find_action_token(
            call.db, ActionTokenPurpose.ACTIVATE, person_id, token
        )
    )
    person = await users.get_user(call.db, person_id)
    if person.verified or not uses_passwords(call.resources):
        return False
    return await _find_signup_password_hash(call.db, person.id, person.email, chosen) is None


def _needs_password_with_code(
    resources: Resources, asked: OneTimeCodeRequest, chosen: SignupChoices | None
) -> bool:
    """Whether the activation by code needs a password. The answer does not depend on whether the address
    has an account."""
    if not asked.is_open:
        raise ActivationLinkExpired("Activation link expired")
    has_one = chosen is not None and chosen.email == asked.recipient and chosen.hash is not None
    return uses_passwords(resources) and not has_one


async def activate_account(
    call: SystemCall, data: Activation, chosen: SignupChoices | None
) -> SignedIn | SignInChallenge | None:
    """Verify the address, set the password, join the tenant of the link, and sign in.

    Returns None when the user only joined: a verified user already has a password, which only a reset may
    change, and an old link must not bypass that; also where accounts are managed by an external identity
    source. Raises `ActivationLinkExpired`. `PasswordNeeded` and password policy errors leave the link
    usable.
    """
    await call.limit_place(LINKS_PER_IP)
    db, user_id, purpose = call.db, data.user_id, ActionTokenPurpose.ACTIVATE
    joining = _get_tenant_of_link(
        await action_tokens.find_action_token(db, purpose, user_id, data.token)
    )
    accepted = await _accept_first_password(call, user_id, joining, data.password, chosen)
    await block_earlier_writes(db, user_id)
    link = await action_tokens.use_action_token(db, purpose, user_id, data.token)
    tenant_id = _get_tenant_of_link(link)
    by_mail = link is not None and link.mailed
    return await _complete_activation(call, user_id, tenant_id, accepted, chosen, by_mail=by_mail)


async def activate_account_by_code(
    call: SystemCall, data: CodeActivation, chosen: SignupChoices | None
) -> SignedIn | SignInChallenge | SignupChoices | None:
    """Activate with a code instead of a link. The user's id comes with the token, from the browser or the
    mail. Raises `WrongCode` and `CodeExpired`; password policy errors leave the code usable. For the code
    of a sign-up by phone number, returns the sign-up choices that the browser keeps."""
    await call.limit_place(LINKS_PER_IP)
    db, user_id, token, code = call.db, data.user_id, data.token, data.code
    asked = await codes.find_code_request(db, token)
    if asked and asked.purpose == CodePurpose.SIGN_UP_BY_PHONE:
        return await signup_codes.confirm_phone_code(
            db, asked, user_id=user_id, token=token, code=code, chosen=chosen
        )
    purpose = CODES.get(asked.purpose, CodePurpose.ACTIVATE) if asked else CodePurpose.ACTIVATE
    checked = await codes.check_one_time_code(db, purpose, token, code, bound_to=user_id)
    person_id, tenant_id = checked.user_id, asked.entering if asked else None
    if asked is None or person_id is None or tenant_id is None:
        raise WrongCode()
    accepted = await _accept_first_password(call, person_id, tenant_id, data.password, chosen)
    await block_earlier_writes(db, person_id)
    await action_tokens.lock_action_links(db, person_id)
    if not await queries.STILL_WAITS.first(db, person_id, clock.now(), tenant_id, asked.since):
        raise CodeExpired("The code has expired. Request a new one.")
    await codes.use_one_time_code(db, purpose, token, code, bound_to=user_id)
    return await _complete_activation(call, person_id, tenant_id, accepted, chosen, by_mail=True)


async def _complete_activation(
    call: SystemCall,
    user_id: UUID,
    tenant_id: UUID,
    accepted: AcceptedPassword | None,
    chosen: SignupChoices | None,
    *,
    by_mail: bool,
) -> SignedIn | SignInChallenge | None:
    """Make the user the owner of the verified address and activate the membership. The address is
    verified by the mail, or by the vendor who handed out the link."""
    person = await users.get_user(call.db, user_id)
    by = by_person(user_id, person.email, call.client)
    if not person.verified:
        of_browser = chosen if chosen and chosen.email == person.email else None
        proof = AddressProof(
            tenant_id,
            signed_up_here=of_browser.sign_ups if of_browser else (),
            knows_password=accepted is not None and accepted.was_stored,
            by_mail=by_mail,
        )
        tenant_id = await become_owner(call.db, user_id, proof, by) or tenant_id
        if accepted:
            await store_password(call.db, user_id, accepted)
        if of_browser:
            await signup_choices.apply_signup_choices(call.db, tenant_id, user_id, of_browser, by)
    elif by_mail:
        await confirm_email_ownership(call.db, user_id)
    await memberships.activate_membership(call.db, tenant_id, user_id)
    await announce_event(call.db, UserActivated(tenant_id, user_id), by=by)
    if person.verified or get_auth_strategy(call.resources) == ELSEWHERE:
        return None
    shown = AuthenticationResult(user_id, person.email, ("pwd",) if accepted else ("otp",))
    return await sign_in(
        call.db, call.resources, shown, call.client, SignInContext(tenant_id=tenant_id)
    )


async def _accept_first_password(
    call: SystemCall,
    user_id: UUID,
    joining: UUID,
    password: str | None,
    chosen: SignupChoices | None,
) -> AcceptedPassword | None:
    """The password for the first activation: the given one, or the one chosen at sign-up. None for a
    verified user, and where passwords are not used."""
    person = await users.get_user(call.db, user_id)
    if person.verified or not uses_passwords(call.resources):
        return None
    if password:
        return await accept_password(
            call.db, call.resources, user_id, password, is_first=True, joining=joining
        )
    waiting = await _find_signup_password_hash(call.db, user_id, person.email, chosen)
    if waiting is None:
        raise PasswordNeeded("Choose a password to activate the account")
    return AcceptedPassword(waiting)


async def _find_signup_password_hash(
    db: Db, user_id: UUID, email: str, chosen: SignupChoices | None
) -> str | None:
    """The password hash chosen at sign-up for this account, unless its password has been set since."""
    if chosen is None or chosen.email != email or chosen.hash is None:
        return None
    stored = await HASH.first(db, user_id)
    return chosen.hash if stored in (None, chosen.hash) else None


async def request_activation_mail(
    db: Db, resources: Resources, client: Client, email: str, job: str
) -> None:
    """Queue `job` to mail the pending links of this address. The answer does not depend on the address."""
    address = users.normalize_email(email)
    limiter = resources[RateLimiter]
    await limiter.hit(MAILS_PER_IP, get_ip_network(client.ip))
    await limiter.hit(MAILS_PER_ADDRESS, address)
    await mail_limits.limit_mail(resources, "activation", address, client)
    await enqueue(db, job, email=address)


async def resend_activation_to_member(
    db: Db, resources: Resources, caller: Principal, user_id: UUID
) -> None:
    """Mail the link again to a member of the caller's tenant. Raises `UserNotFound` or `AlreadyActive`."""
    if await memberships.find_membership(db, caller.tenant_id, user_id) is None:
        raise UserNotFound("The user was not found")
    waiting = await queries.WAITING_IN_TENANT.first(db, user_id, clock.now(), caller.tenant_id)
    if waiting is None:
        raise AlreadyActive("This user has already activated the account")
    await db.pause()
    await resources[RateLimiter].hit(MAILS_PER_ADDRESS, waiting.email)
    await enqueue(db, "activation.mail", tenant_id=caller.tenant_id, user_id=user_id)
    event = ActivationResent(caller.tenant_id, user_id)
    await announce_event(db, event, by=caller.actor)


def _get_tenant_of_link(link: ActionToken | None) -> UUID:
    """The tenant of a valid link. Raises `ActivationLinkExpired`."""
    if link is None or not link.is_alive or link.tenant_id is None:
        raise ActivationLinkExpired("Activation link expired")
    return link.tenant_id
