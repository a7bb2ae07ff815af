"""External identities that are linked to accounts. Needs the system scope."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.activation.events import UserActivated
from gatehouse.identity.external import queries
from gatehouse.identity.external.linking import LinkDecision, LinkFacts, decide_link
from gatehouse.identity.external.models import EmailHolder, ExternalIdentity, Kind, LinkedAccount
from gatehouse.identity.ownership.service import AddressProof, activate_opened_tenants, become_owner
from gatehouse.identity.sign_in.events import AuthenticationFailed
from gatehouse.identity.sign_in.models import SAML, SINGLE_SIGN_ON, AuthenticationResult
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor

# Values of `amr` for sessions. A social account is one factor and does not replace MFA; single sign-on of a
# company counts as authentication by that company (`FEDERATED` of the sign-in).
SOCIAL = "fed"
METHODS: dict[Kind, tuple[str, ...]] = {
    "social": (SOCIAL,),
    "custom": (SOCIAL,),
    "oidc": (SINGLE_SIGN_ON,),
    "saml": (SINGLE_SIGN_ON, SAML),
}


async def find_linked_account(db: Db, identity: ExternalIdentity) -> LinkedAccount | None:
    """The account that the identity opens, locked until the transaction ends."""
    return await queries.LINKED.first(db, *identity.key, identity.ignores_case)


async def decide_account(
    db: Db,
    identity: ExternalIdentity,
    linked: LinkedAccount | None,
    *,
    email: str | None,
    is_on: bool,
    is_trusted: bool,
    may_make: bool,
) -> tuple[LinkDecision, EmailHolder | None]:
    """Decide what the identity opens. `linked` is the result of `find_linked_account`; `email` is the
    normalized address. If no account is linked, also returns the account that has the address, locked until
    the transaction ends."""
    holder = None
    if linked is None and email:
        holder = await queries.HOLDER.first(db, email, *identity.key[:3])
    facts = LinkFacts(
        is_on=is_on,
        is_linked=linked is not None,
        address_verified=bool(email) and identity.email_verified,
        is_trusted=is_trusted,
        held=holder is not None,
        holder_verified=holder is not None and holder.verified,
        holder_linked_elsewhere=holder is not None and holder.linked_elsewhere,
        may_make=may_make,
    )
    return decide_link(facts), holder


async def link_external_identity(db: Db, identity: ExternalIdentity, user_id: UUID) -> None:
    """Link the identity to the account."""
    await queries.ADD.run(db, new_id(), *identity.key, user_id, identity.email or "", clock.now())


async def record_link_use(db: Db, linked: LinkedAccount, identity: ExternalIdentity) -> None:
    await queries.NOTE_USE.run(db, linked.id, clock.now(), identity.email or "")


async def verify_by_provider(db: Db, user_id: UUID, proof: AddressProof, by: Actor) -> None:
    """Give an account with an address that was never verified to the user of an identity that has it: access
    that was set up before ends, and memberships that only waited for the verification begin."""
    await become_owner(db, user_id, proof, by)
    for tenant_id in await activate_opened_tenants(db, user_id):
        await announce_event(db, UserActivated(tenant_id, user_id), by=by)


async def announce_failed_sign_in(
    db: Db,
    tenant_id: UUID | None,
    reason: str,
    client: Client,
    *,
    user_id: UUID | None = None,
    email: str = "",
) -> None:
    """Record why a sign-in failed, for administrators: the unauthenticated client gets no details."""
    event = AuthenticationFailed(tenant_id, reason, user_id)
    await announce_event(db, event, by=by_person(user_id, email, client))


def build_authentication_result(
    identity: ExternalIdentity, user_id: UUID, email: str
) -> AuthenticationResult:
    """The result for `sign_in.flow`, which requires MFA and applies the tenant's rules as after any other
    sign-in method."""
    return AuthenticationResult(user_id, email, METHODS[identity.kind])
