"""Finds, links or creates the account for an identity. Needs the system scope."""

from uuid import UUID

from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.invite_links import service as links
from gatehouse.directory.people.memberships import add_member, allow_access_to_tenants_below
from gatehouse.directory.tenants.events import TenantCreated
from gatehouse.directory.tenants.service import create_tenant
from gatehouse.directory.users import service as users
from gatehouse.directory.users.queries import SET_PROVIDER
from gatehouse.identity.activation.events import UserActivated
from gatehouse.identity.external import service as external
from gatehouse.identity.external.linking import LinkDecision
from gatehouse.identity.external.models import ExternalIdentity
from gatehouse.identity.mails import service as mails
from gatehouse.identity.ownership.service import AddressProof, block_earlier_writes_by_email
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.identity.sign_in.queries import HOME
from gatehouse.identity.signup import join_tenant
from gatehouse.identity.signup.errors import SignUpsClosed
from gatehouse.identity.signup.events import UserSignedUp
from gatehouse.identity.signup.prehook_result import (
    EVENT,
    SignupApproval,
    SignupPrehookSubject,
    ask_signup_prehook,
)
from gatehouse.identity.signup.signup_choices import list_companies_of_browser
from gatehouse.identity.social.authority import require_same_authority
from gatehouse.identity.social.errors import (
    AccountExists,
    ProviderEmailNotVerified,
    ProviderNotOffered,
)
from gatehouse.identity.social.events import ExternalIdentityLinked
from gatehouse.identity.social.models import CameBack, SocialUser
from gatehouse.identity.social.providers import get_provider_display_name, list_offered_providers
from gatehouse.kit.db import Db
from gatehouse.kit.errors import DomainError
from gatehouse.policies.admission.service import require_email_admission
from gatehouse.prehooks.client import is_prehook_active
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.social_providers import SocialProvider

SIGNED_UP_WITH = "SOCIAL_LOGIN"


async def find_or_create_social_user(
    call: SystemCall,
    identity: ExternalIdentity,
    provider: SocialProvider,
    came: CameBack,
    leave: SignupApproval | None = None,
) -> SocialUser:
    """Find, link or create the account for an identity, as ADR 18 decides. Raises `ProviderEmailNotVerified`,
    `AccountExists`, `SignUpsClosed`, `ProviderNotOffered`, and `SocialFailed` when `provider` was changed to
    another one since the request. A new user with the invite link of a tenant gets no tenant of their own.
    `leave` is the vendor's decision on a sign-up; if the vendor's prehook is asked, everything is read again
    afterwards. Raises `PrehookBlocked` or `PrehookUnanswered` when the prehook rejects the sign-up or
    fails."""
    db, resources, client, invitation = call.db, call.resources, call.client, came.door.invitation
    await require_same_authority(db, provider)
    email = identity.usable_email
    await block_earlier_writes_by_email(db, email)
    # Opening the link locks the tenant. This comes before any user lock, as in changes to the tenant's
    # members.
    link = await links.find_and_lock_invite_link(db, invitation) if invitation else None
    is_open = configuration_of(resources).vendor.allow_signups or link is not None
    linked = await external.find_linked_account(db, identity)
    decision, holder = await external.decide_account(
        db,
        identity,
        linked,
        email=email,
        is_on=any(one.id == identity.provider for one in list_offered_providers(resources)),
        is_trusted=True,
        may_make=is_open,
    )
    if linked is not None and not decision.is_refusal:
        await external.record_link_use(db, linked, identity)
        return await _load_social_user(db, linked.user_id)
    if holder is not None and not decision.is_refusal:
        await _link_identity(call, identity, holder.user_id, provider, decision, came)
        return await _load_social_user(db, holder.user_id)
    if (
        decision is LinkDecision.MAKE
        and email
        and leave is None
        and is_prehook_active(resources, EVENT)
    ):
        await db.pause()
        into = link.tenant_id if link else None
        name = identity.safe_name
        who = SignupPrehookSubject(
            email, name, "social", None if into else name, None, came.metadata, into
        )
        leave = await ask_signup_prehook(resources, client, who)
        return await find_or_create_social_user(call, identity, provider, came, leave)
    if decision is LinkDecision.MAKE and email:
        return await _create_social_user(call, identity, email, came, leave or SignupApproval())
    user_id = holder.user_id if holder else None
    home = await HOME.first(db, user_id) if user_id else None
    await external.announce_failed_sign_in(
        db, home, decision.value, client, user_id=user_id, email=email or ""
    )
    raise _build_refusal(decision, get_provider_display_name(provider))


async def _load_social_user(db: Db, user_id: UUID) -> SocialUser:
    user = await users.get_user(db, user_id)
    return SocialUser(user.id, user.email, user.name, is_new=False)


async def _link_identity(
    call: SystemCall,
    identity: ExternalIdentity,
    user_id: UUID,
    provider: SocialProvider,
    decision: LinkDecision,
    came: CameBack,
) -> None:
    db, resources = call.db, call.resources
    user = await users.get_user(db, user_id)
    by = by_person(user_id, user.email, call.client)
    if decision is LinkDecision.CLAIM:
        here = list_companies_of_browser(came.door.cookies, resources, user.email)
        proof = AddressProof(signed_up_here=here)
        await external.verify_by_provider(db, user_id, proof, by)
    await external.link_external_identity(db, identity, user_id)
    home = await HOME.first(db, user_id)
    event = ExternalIdentityLinked(home, user_id, identity.provider, identity.subject)
    await announce_event(db, event, by=by)
    if decision is LinkDecision.LINK:
        await mails.send_mail(
            db, resources, "sign-in-linked", user.email, name=user.name,
            provider=get_provider_display_name(provider),
            link=mails.build_mail_link(resources, "/account/forget-password"),
        )  # fmt: skip


async def _create_social_user(
    call: SystemCall,
    identity: ExternalIdentity,
    email: str,
    came: CameBack,
    leave: SignupApproval,
) -> SocialUser:
    """Create a user and announce the sign-up; without an invitation or an assigned tenant, also create a
    tenant for the user."""
    db, client, invitation = call.db, call.client, came.door.invitation
    if invitation:
        await join_tenant.check_invite_link(db, email, invitation)
    if leave.place:
        await require_email_admission(db, leave.place.tenant_id, email)
    name = leave.name or identity.safe_name
    user = await users.create_user(db, email=email, name=name, metadata=came.metadata)
    await users.mark_verified(db, user.id)
    await SET_PROVIDER.run(db, user.id, identity.provider)
    await external.link_external_identity(db, identity, user.id)
    by = by_person(user.id, email, client)
    link = await links.find_invite_link(db, invitation) if invitation else None
    if link is not None:
        signed_up = UserSignedUp(link.tenant_id, user.id, name, link.name, SIGNED_UP_WITH)
        await announce_event(db, signed_up, by=by)
        if leave.may_enter_below is not None:
            # `may_enter_below` needs a membership; the sign-in that follows activates it.
            await links.join_tenant_by_link(db, link, user, client, activated=False)
            await allow_access_to_tenants_below(db, link.tenant_id, user.id, leave.may_enter_below)
        return SocialUser(user.id, email, name, is_new=True)
    if leave.place:
        await join_tenant.join_chosen_tenant(
            db, leave.place, user.id, client, email, name, activated=True, way=SIGNED_UP_WITH
        )
        await allow_access_to_tenants_below(
            db, leave.place.tenant_id, user.id, leave.may_enter_below
        )
        await announce_event(db, UserActivated(leave.place.tenant_id, user.id), by=by)
        return SocialUser(user.id, email, name, is_new=True)
    tenant = await create_tenant(db, name=leave.company_name or name)
    await add_member(db, tenant_id=tenant.id, user_id=user.id, email=email, by=by, activated=True)
    await allow_access_to_tenants_below(db, tenant.id, user.id, leave.may_enter_below)
    await announce_event(db, TenantCreated(tenant.id, user.id, tenant.name), by=by)
    signed_up = UserSignedUp(tenant.id, user.id, name, tenant.name, SIGNED_UP_WITH)
    await announce_event(db, signed_up, by=by)
    await announce_event(db, UserActivated(tenant.id, user.id), by=by)
    return SocialUser(user.id, email, name, is_new=True)


def _build_refusal(decision: LinkDecision, called: str) -> DomainError:
    match decision:
        case LinkDecision.PROVIDER_OFF:
            return ProviderNotOffered("This sign-in method is not available")
        case LinkDecision.NOT_VERIFIED:
            return ProviderEmailNotVerified(
                f"{called} does not say that your email address is yours. Verify it there first."
            )
        case LinkDecision.CLOSED:
            return SignUpsClosed("Sign-up is by invitation only. Ask for an invitation.")
    return AccountExists(
        "An account with your email address already exists."
        " Sign in with the method that you used before."
    )
