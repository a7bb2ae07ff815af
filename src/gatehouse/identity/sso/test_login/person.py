"""The result of the sign-in for the user of a test login: the decisions of a real sign-in, made and then
rolled back."""

from collections.abc import Collection
from dataclasses import dataclass

from gatehouse.access.client import Client
from gatehouse.identity.external import service as external
from gatehouse.identity.external.linking import LinkDecision
from gatehouse.identity.external.models import ExternalIdentity
from gatehouse.identity.sign_in.flow import SignInAttempt, check_sign_in_rules
from gatehouse.identity.sign_in.models import SignInContext
from gatehouse.identity.sso.claims import ClaimedGroups
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.domains.service import get_email_domain
from gatehouse.identity.sso.errors import Refusal, SsoRefused
from gatehouse.identity.sso.saml.trace import CheckTrace, printable_value
from gatehouse.identity.sso.sign_in import people
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.errors import DomainError
from gatehouse.kit.resources import Resources
from gatehouse.policies.domain_restrictions.domains import display_domain

SEND_EMAIL = (
    "Let the identity provider send the email address: as the Name ID, or as the attribute or claim email. "
    "Where it has another name, set the email claim of the connection."
)
RELEASE = "Release the link in the list of linked accounts of this connection, then test again."
MENDS: dict[Refusal, tuple[str, str]] = {
    LinkDecision.REASSIGNED: (
        "Another account at the identity provider is linked to the account with this address",
        f"The identity provider sends a different ID for this user than before. {RELEASE}",
    ),
    "removed": (
        "The user was removed from this organization",
        "Invite the user again, or add them through the directory.",
    ),
    "former_domain": (
        "The linked account has an address in a domain that this connection does not cover",
        f"Other organizations may rely on that account, or another account has the new address. {RELEASE}",
    ),
}
OTHER_ACCOUNT = (
    "This connection cannot sign in to the account",
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


async def check_test_user(
    resources: Resources,
    connection: SsoConnection,
    told: Assertion,
    client: Client,
    trace: CheckTrace,
) -> None:
    outcome = await _simulate_admission(resources, connection, told, client)
    refusal = outcome.reason if isinstance(outcome, SsoRefused) else None
    address = told.identity.usable_email
    _check_email(trace, told, address, refusal)
    if address is not None:
        _check_domain(trace, connection, address, refusal)
    _check_groups(trace, connection, told)
    if all(check.passed for check in trace.checks):
        _check_account(trace, outcome)


async def _simulate_admission(
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
    identity = told.identity
    try:
        arrival = people.SsoArrival(connection, identity, told.groups, client, is_test=True)
        entry = await people.admit_sso_user(db, resources, arrival)
        proof = external.build_authentication_result(identity, entry.user.id, entry.user.email)
        door = people.apply_connection_tenant(
            entry.connection, SignInContext(tenant_id=connection.tenant_id)
        )
        await check_sign_in_rules(SignInAttempt(db, resources, proof, client, door))
        return entry
    except (people.AskFirst, DomainError) as refused:
        return refused


def _check_email(
    trace: CheckTrace, told: Assertion, address: str | None, refusal: Refusal | None
) -> None:
    came = told.identity.email
    if address is not None and refusal is LinkDecision.NOT_VERIFIED:
        trace.record_failed(
            "email",
            "The identity provider says that the address is not verified",
            came=came,
            mend="Verify the address of the user at the identity provider.",
        )
    elif address is not None:
        trace.record_passed("email", "The identity provider sends the email address", address)
    else:
        trace.record_check(
            "email",
            refusal is None,
            "The identity provider sends no email address",
            came=came or ", ".join(told.sent),
            mend=SEND_EMAIL,
            code="email_missing",
        )


def _check_domain(
    trace: CheckTrace, connection: SsoConnection, address: str, refusal: Refusal | None
) -> None:
    validated = connection.validated_domains
    domain = get_email_domain(address)
    if domain in validated:
        trace.record_passed("domain", "The domain of the address is validated", domain)
        return
    trace.record_check(
        "domain",
        refusal is None,
        "The domain of the address is not one that this connection has validated",
        came=domain,
        expected=", ".join(map(display_domain, sorted(validated))) or None,
        mend="Add the domain to the connection and validate it, or sign in with an address of a validated "
        "domain.",
    )


def _check_groups(trace: CheckTrace, connection: SsoConnection, told: Assertion) -> None:
    mapped = {group["group"] for group in connection.groups}
    names = told.groups.names
    given = ", ".join(sorted(mapped & names))
    says, mend, code = "No groups with assigned roles were received", None, None
    if not told.groups.is_complete:
        says = "The identity provider omitted groups, so no roles are removed"
        mend, code = FEWER_GROUPS if mapped else None, "groups_left_out"
    elif given:
        says = "Groups with assigned roles"
    elif mapped:
        mend = _explain_missing_groups(told)
        code = "groups_scope" if "groups" in told.more_scopes else "groups_missing"
    came = ", ".join(sorted(names)) or None
    trace.record_check(
        "groups", True, says, came=came, expected=given or None, mend=mend, code=code
    )


def _explain_missing_groups(told: Assertion) -> str:
    mend = "Let the identity provider send the groups, or set the groups claim of the connection."
    if "groups" in told.more_scopes:
        mend += " The identity provider has a scope groups: add it to the scopes of the connection."
    return (
        mend if told.groups.names else f"{mend} It sent: {printable_value(', '.join(told.sent))}."
    )


def _check_account(
    trace: CheckTrace, outcome: people.AdmittedSsoUser | people.AskFirst | DomainError
) -> None:
    if isinstance(outcome, people.AskFirst):
        says = "A new account is created if the prehook approves"
        trace.record_passed("account", says, outcome.who.email)
    elif isinstance(outcome, SsoRefused):
        says, mend = MENDS.get(outcome.reason, OTHER_ACCOUNT)
        trace.record_failed("account", says, mend=mend, code=str(outcome.reason))
    elif isinstance(outcome, DomainError):
        trace.record_failed(
            "account",
            "The account was matched, but the sign-in was rejected",
            came=outcome.message,
            mend="Look at the user in the list of users, and at the security settings of the organization.",
            code="refused",
        )
    else:
        says = "The account was matched"
        if outcome.is_new:
            says = "A new account is created"
        elif outcome.is_linked_now:
            says = "The account was matched and will be linked"
        trace.record_passed("account", says, outcome.user.email)
