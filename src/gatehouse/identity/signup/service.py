"""Sign up: create the user and the company, and mail the link that verifies the address.

The response never reveals whether the address is known. A known one gets an equal answer after the same
statements, which are then undone; a job does the rest, and only the owner's mailbox learns of it.
"""

from dataclasses import replace
from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.invite_links.queries import OpenedLink
from gatehouse.directory.people.memberships import add_member, allow_access_to_tenants_below
from gatehouse.directory.tenants.events import TenantCreated
from gatehouse.directory.tenants.service import create_tenant
from gatehouse.directory.users.errors import EmailTaken
from gatehouse.directory.users.queries import CLAIM_METADATA
from gatehouse.directory.users.service import create_user, strip_plus_suffix
from gatehouse.identity.captcha.service import check_captcha as check_captcha
from gatehouse.identity.mails import mail_limits
from gatehouse.identity.one_time_codes.service import seal_issued_code
from gatehouse.identity.ownership.service import add_sign_up_request
from gatehouse.identity.passwords.models import AcceptedPassword
from gatehouse.identity.passwords.service import store_password
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.context import (
    PASSWORD,
    require_local_accounts,
    require_strategy_offered,
)
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.models import AuthenticationResult, SignInChallenge, SignInContext
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.identity.signup import codes, join_tenant, prehook_result, queries, signup_choices
from gatehouse.identity.signup.errors import SignUpsClosed, SignUpWayNotOffered
from gatehouse.identity.signup.events import UserSignedUp
from gatehouse.identity.signup.models import CreatedSignup, SignUp, SignupRules
from gatehouse.identity.signup.signup_choices import SignupChoices
from gatehouse.identity.text_messages import service as text_messages
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.hashing import hash_password
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.rate_limit import RateLimit
from gatehouse.kit.resources import Resources
from gatehouse.policies.admission.service import require_email_admission
from gatehouse.policies.password_rules.service import check_password
from gatehouse.prehooks.client import is_prehook_active
from gatehouse.vendor.current import configuration_of

PER_IP = RateLimit("sign_up.ip", 60, 60)
PER_ADDRESS = RateLimit("sign_up.address", 5, 60)
PER_MAILBOX = RateLimit("sign_up.mailbox", 20, 60)
PER_LINK = RateLimit("sign_up.link", 300, 60)


async def sign_up(call: SystemCall, data: SignUp, earlier: SignupChoices | None) -> CreatedSignup:
    """Create the user and the company; returns the ids, and the session when the vendor allows sign-in
    before verification.

    The ids of a known address are those of the undone statements, which have the same format and do not
    exist. No public page distinguishes them from real ones while the mail is pending.

    `SignUpsClosed`, `StrategyNotOffered`, `InvitationUnknown`, `DomainRefused`, and the errors of the
    captcha and the password, are raised before the address is looked up, as are those of the vendor's
    prehook (`PrehookBlocked`, `PrehookUnanswered`).
    """
    db, resources, client = call.db, call.resources, call.client
    require_local_accounts(resources)
    _require_sign_up_offered(resources, data)
    if data.password:
        require_strategy_offered(resources, PASSWORD)
    await check_captcha(resources, data.captcha, data.email, client)
    await _limit_signups(call, data)
    rules = await queries.RULES.one(db)
    into = None
    if data.invitation:
        into = await join_tenant.check_invite_link(db, data.email, data.invitation)
    elif not rules.is_open:
        raise SignUpsClosed("Sign-up is by invitation only. Ask for an invitation.")
    await db.pause()
    if data.proves_number and data.phone_number:
        await text_messages.limit_text_message(resources, data.phone_number, data.email)
    chosen = await _collect_choices(resources, data, rules)
    data = await _apply_prehook(call, data, into)
    link = await join_tenant.open_invite_link(db, data.invitation) if data.invitation else None
    holder = await queries.HOLDER_BY_EMAIL.first(db, data.email)
    await queries.BEGIN_REHEARSAL.run(db)
    # A company of others can be entered only after the address is verified.
    alone = link is None and data.place is None
    at_once = rules.may_enter_unverified and holder is None and alone
    try:
        email = data.email if holder is None else _make_placeholder_address()
        made = await _create_account(db, client, data, email, link, activated=at_once)
    except EmailTaken:  # created concurrently
        await queries.UNDO_REHEARSAL.run(db)
        holder, at_once = await queries.HOLDER_BY_EMAIL.one(db, data.email), False
        made = await _create_account(
            db, client, data, _make_placeholder_address(), link, activated=False
        )
    await allow_access_to_tenants_below(db, made.tenant_id, made.user_id, data.may_enter_below)
    if holder:
        await queries.UNDO_REHEARSAL.run(db)
    code = None if at_once else await codes.issue_signup_code(db, resources, data, made.user_id)
    in_mail = seal_issued_code(resources[Box], code) if code and not data.proves_number else {}
    if holder:
        await enqueue(
            db, "sign_up.known_address", user_id=holder.id, company_name=data.company_name,
            ip=client.ip, user_agent=client.user_agent, tenant_id=made.tenant_id, name=data.name,
            phone_number=data.phone_number, metadata=data.metadata,
            invitation=data.invitation.hex() if data.invitation else None,
            **_build_prehook_arguments(data), **in_mail,
        )  # fmt: skip
    else:
        await enqueue(
            db, "activation.mail", tenant_id=made.tenant_id, user_id=made.user_id, **in_mail
        )
    chosen = chosen.with_sign_up(made.tenant_id, earlier)
    if not at_once:
        token = code.token if code else None
        return CreatedSignup(made.user_id, made.tenant_id, chosen, activation_token=token)
    outcome = await _sign_in_new_user(call, made, data.email, chosen)
    return CreatedSignup(made.user_id, made.tenant_id, chosen, outcome)


async def _apply_prehook(call: SystemCall, data: SignUp, into: UUID | None) -> SignUp:
    """Apply the prehook's answer; `into` is the company of the invite link. Raises `DomainRefused` when
    the tenant that it chose does not allow the address's domain."""
    if not is_prehook_active(call.resources, prehook_result.EVENT):
        return data
    method = "password" if data.password else "code"
    who = prehook_result.SignupPrehookSubject(
        data.email, data.name, method, None if into else data.company_name,
        data.phone_number, data.metadata, into,
    )  # fmt: skip
    leave = await prehook_result.ask_signup_prehook(call.resources, call.client, who)
    if leave.place:
        await require_email_admission(call.db, leave.place.tenant_id, data.email)
    name, company_name = leave.name or data.name, leave.company_name or data.company_name
    return replace(
        data, name=name, company_name=company_name, place=leave.place,
        may_enter_below=leave.may_enter_below,
    )  # fmt: skip


def _build_prehook_arguments(data: SignUp) -> dict[str, Any]:
    """The prehook's answer as job arguments; none where it gave no answer, because a worker of the
    previous release may not know them."""
    told: dict[str, Any] = {}
    if data.place:
        told |= {"place": data.place.tenant_id, "role_ids": data.place.role_ids}
    if data.may_enter_below is not None:
        told["may_enter_below"] = data.may_enter_below
    return told


async def _limit_signups(call: SystemCall, data: SignUp) -> None:
    """Rate limit by client and invite link; and by address and by mailbox, because many mail servers
    ignore text after a plus."""
    await call.limit_place(PER_IP)
    await call.limit_key(PER_ADDRESS, data.email)
    await call.limit_key(PER_MAILBOX, strip_plus_suffix(data.email))
    await mail_limits.limit_mail(call.resources, "sign_up", data.email, call.client)
    if data.invitation:
        await call.limit_key(PER_LINK, data.invitation.hex())


def _require_sign_up_offered(resources: Resources, data: SignUp) -> None:
    vendor = configuration_of(resources).vendor
    by_number = data.proves_number and not vendor.sign_up_by_phone_number
    if by_number or (data.username and not vendor.sign_up_by_username):
        raise SignUpWayNotOffered("This sign-up method is not available. Use another one.")


async def _collect_choices(resources: Resources, data: SignUp, rules: SignupRules) -> SignupChoices:
    """The choices that the browser keeps until the mailed link is opened."""
    hashed = None
    if data.password:
        about = [data.email, data.name, data.company_name, rules.product]
        await check_password(resources, data.password, about=about)
        hashed = await hash_password(data.password)
    return SignupChoices(data.email, hashed, data.phone_number, data.username)


def _make_placeholder_address() -> str:
    return f"{new_id()}@rehearsal.test"


async def _create_account(
    db: Db,
    client: Client,
    data: SignUp,
    email: str,
    link: OpenedLink | None,
    *,
    activated: bool,
) -> CreatedSignup:
    """Create the user and their company, or the membership of the link's tenant; for a known address the
    statements are undone afterwards."""
    user = await create_user(
        db,
        email=email,
        name=data.name,
        phone_number=data.phone_number,
        metadata=data.metadata,
    )
    if data.metadata:
        await CLAIM_METADATA.run(db, user.id)
    if link:
        await join_tenant.join_tenant_of_link(db, link, user, client, data)
        tenant_id = link.tenant_id
    elif data.place:
        await join_tenant.join_chosen_tenant(
            db, data.place, user.id, client, data.email, data.name, activated=False
        )
        tenant_id = data.place.tenant_id
    else:
        tenant_id = await open_company(
            db,
            user.id,
            client,
            email=data.email,
            name=data.name,
            company_name=data.company_name,
            activated=activated,
        )
    await add_sign_up_request(
        db,
        tenant_id,
        user.id,
        name=data.name,
        company_name=data.company_name,
        phone_number=data.phone_number,
        metadata=data.metadata,
        opened_company=link is None and data.place is None,
    )
    return CreatedSignup(user.id, tenant_id)


async def open_company(
    db: Db,
    user_id: UUID,
    client: Client,
    *,
    email: str,
    name: str,
    company_name: str,
    activated: bool,
    tenant_id: UUID | None = None,
) -> UUID:
    """Create a tenant with this user as its administrator, announce both, and return the tenant's id."""
    tenant = await create_tenant(db, name=company_name, tenant_id=tenant_id)
    by = by_person(user_id, email, client)
    await add_member(
        db, tenant_id=tenant.id, user_id=user_id, email=email, by=by, activated=activated
    )
    await announce_event(db, TenantCreated(tenant.id, user_id, tenant.name), by=by)
    await announce_event(db, UserSignedUp(tenant.id, user_id, name, tenant.name, "PASSWORD"), by=by)
    return tenant.id


async def _sign_in_new_user(
    call: SystemCall, made: CreatedSignup, email: str, chosen: SignupChoices
) -> SignedIn | SignInChallenge:
    if chosen.hash:
        await store_password(call.db, made.user_id, AcceptedPassword(chosen.hash))
    by = by_person(made.user_id, email, call.client)
    await signup_choices.apply_signup_choices(call.db, made.tenant_id, made.user_id, chosen, by)
    proof = AuthenticationResult(made.user_id, email, ("pwd",) if chosen.hash else ())
    return await sign_in(
        call.db, call.resources, proof, call.client, SignInContext(tenant_id=made.tenant_id)
    )
