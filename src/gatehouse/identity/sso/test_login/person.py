"""The result of the sign-in for the user of a test login: the decisions of a real sign-in, made and then
rolled back."""

from collections.abc import Collection
from dataclasses import dataclass

from gatehouse.access.client import Client
from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.external import service as external
from gatehouse.identity.external.linking import LinkDecision
from gatehouse.identity.external.models import ExternalIdentity
from gatehouse.identity.sign_in.flow import check_entry
from gatehouse.identity.sign_in.models import SignInContext
from gatehouse.identity.sso.claims import ClaimedGroups
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.domains.service import of_address
from gatehouse.identity.sso.saml.trace import printable_value
from gatehouse.identity.sso.sign_in import people
from gatehouse.identity.sso.sign_in.errors import Refusal, SsoRefused
from gatehouse.identity.sso.sign_in.models import EnabledConnection
from gatehouse.identity.sso.test_login.lines import Line, failed_line, passed_line
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.errors import DomainError
from gatehouse.kit.resources import Resources
from gatehouse.policies.domain_restrictions.domains import display_domain

SEND_EMAIL = (
    "Let the identity provider send the email address: as the name id, or as the attribute or claim email. "
    "Where it has another name, set the email claim of the connection."
)
RELEASE = "Release the link in the list of linked accounts of this connection, then test again."
MENDS: dict[Refusal, tuple[str, str]] = {
    LinkDecision.REASSIGNED: (
        "Another account at the identity provider is linked to the account with this address",
        f"The identity provider gives this user another id than before. {RELEASE}",
    ),
    "removed": (
        "The user was removed from this organization",
        "Invite the user again, or let the directory bring them in.",
    ),
    "former_domain": (
        "The linked account still has an address of a domain that this connection does not speak for",
        f"Other organizations may rely on that account, or another account has the new address. {RELEASE}",
    ),
}
OTHER_ACCOUNT = (
    "This connection may not open the account",
    "Compare the address of the account with the validated domains of this connection.",
)
FEWER_GROUPS = (
    "Send only groups that are assigned to the application, set a group filter at the identity provider, or "
    "use application roles and set their claim as the groups claim of the connection."
)


@dataclass(frozen=True, slots=True)
class Assertion:
    """The claims of the identity provider about a user; `sent` has the names of all claims that it sent.
    `more_scopes`: scopes that it offers besides the requested ones."""

    identity: ExternalIdentity
    groups: ClaimedGroups
    sent: Collection[str]
    more_scopes: Collection[str] = ()


class _RollBack(Exception):
    """Rolls back the transaction of a test, so that nothing is stored."""


async def check_person(
    resources: Resources, connection: SsoConnection, told: Assertion, client: Client
) -> list[Line]:
    outcome = await _decide_admission(resources, connection, told, client)
    refusal = outcome.reason if isinstance(outcome, SsoRefused) else None
    address = _normalize_or_none(told.identity.email)
    lines = [_email_line(told, address, refusal)]
    if address is not None:
        lines.append(_domain_line(connection, address, refusal))
    lines.append(_groups_line(connection, told))
    if all(line["passed"] for line in lines):
        lines.append(_account_line(outcome))
    return lines


async def _decide_admission(
    resources: Resources, connection: SsoConnection, told: Assertion, client: Client
) -> people.AdmittedSsoUser | people.AskFirst | DomainError:
    """Run the admission of a sign-in and the tenant's rules, then roll back."""
    outcome: people.AdmittedSsoUser | people.AskFirst | DomainError | None = None
    try:
        async with resources[Database].transaction(Scope.system()) as db:
            outcome = await _try_admission(db, resources, connection, told, client)
            raise _RollBack
    except _RollBack:
        assert outcome is not None  # noqa: S101  it is set before the rollback
        return outcome


async def _try_admission(
    db: Db, resources: Resources, connection: SsoConnection, told: Assertion, client: Client
) -> people.AdmittedSsoUser | people.AskFirst | DomainError:
    way, identity = EnabledConnection.of_connection(connection), told.identity
    try:
        entry = await people.admit_sso_user(
            db, resources, way, identity, told.groups, client, None, is_test=True
        )
        proof = external.proof_of(identity, entry.user.id, entry.user.email)
        door = people.door_of(entry.connection, SignInContext(tenant_id=way.tenant_id))
        await check_entry(db, resources, proof, client, door)
        return entry
    except (people.AskFirst, DomainError) as refused:
        return refused


def _email_line(told: Assertion, address: str | None, refusal: Refusal | None) -> Line:
    came = told.identity.email
    if address is not None and refusal is LinkDecision.NOT_VERIFIED:
        return failed_line(
            "email",
            "The identity provider says that the address is not verified",
            came=came,
            mend="Verify the address of the user at the identity provider.",
        )
    if address is not None:
        return passed_line("email", "The identity provider sends the email address", address)
    sent = printable_value(", ".join(told.sent))
    says = "The identity provider sends no email address"
    if refusal is None:
        return passed_line("email", says, came or sent, mend=SEND_EMAIL, code="email_missing")
    return failed_line("email", says, came=came or sent, mend=SEND_EMAIL, code="email_missing")


def _domain_line(connection: SsoConnection, address: str, refusal: Refusal | None) -> Line:
    validated = connection.validated_domains
    if of_address(address) in validated:
        return passed_line("domain", "The domain of the address is validated", of_address(address))
    says = "The domain of the address is not one that this connection has validated"
    expected = ", ".join(map(display_domain, sorted(validated)))
    mend = (
        "Add the domain to the connection and validate it, or sign in with an address of a validated "
        "domain."
    )
    if refusal is None:
        return passed_line("domain", says, of_address(address), expected, mend=mend)
    return failed_line("domain", says, came=of_address(address), expected=expected, mend=mend)


def _groups_line(connection: SsoConnection, told: Assertion) -> Line:
    mapped = {group["group"] for group in connection.groups}
    names = told.groups.names
    given = ", ".join(sorted(mapped & names))
    came = printable_value(", ".join(sorted(names))) or None
    if not told.groups.is_complete:
        says = "The identity provider left groups out, so that no role is taken away"
        mend = FEWER_GROUPS if mapped else None
        return passed_line("groups", says, came, given, mend=mend, code="groups_left_out")
    if given or not mapped:
        says = "Groups that give roles here" if given else "No group came that gives roles here"
        return passed_line("groups", says, came, given)
    code = "groups_scope" if "groups" in told.more_scopes else "groups_missing"
    says = "No group came that gives roles here"
    return passed_line("groups", says, came, given, mend=_no_groups(told), code=code)


def _no_groups(told: Assertion) -> str:
    mend = "Let the identity provider send the groups, or set the groups claim of the connection."
    if "groups" in told.more_scopes:
        mend += " The identity provider has a scope groups: add it to the scopes of the connection."
    return (
        mend if told.groups.names else f"{mend} It sent: {printable_value(', '.join(told.sent))}."
    )


def _account_line(outcome: people.AdmittedSsoUser | people.AskFirst | DomainError) -> Line:
    if isinstance(outcome, people.AskFirst):
        says = "A new account is created if the product's own service agrees"
        return passed_line("account", says, outcome.who.email)
    if isinstance(outcome, SsoRefused):
        says, mend = MENDS.get(outcome.reason, OTHER_ACCOUNT)
        return failed_line("account", says, mend=mend, code=str(outcome.reason))
    if isinstance(outcome, DomainError):
        return failed_line(
            "account",
            "The account opens, and the sign-in is refused",
            came=outcome.message,
            mend="Look at the user in the list of users, and at the security settings of the organization.",
            code="refused",
        )
    if outcome.is_new:
        says = "A new account is created"
    elif outcome.is_linked_now:
        says = "This account opens, and is linked from then on"
    else:
        says = "This account opens"
    return passed_line("account", says, outcome.user.email)


def _normalize_or_none(email: str | None) -> str | None:
    try:
        return normalize_email(email or "")
    except InvalidEmail:
        return None
