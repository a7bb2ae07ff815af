"""What would come of whoever signed in: the checks that come after the message itself proved right."""

from collections.abc import Collection

from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.sso.connections.models import Connection
from gatehouse.identity.sso.domains.service import of_address
from gatehouse.identity.sso.saml.trace import shown
from gatehouse.identity.sso.test_login.lines import Line, failed, passed
from gatehouse.policies.domain_restrictions.domains import spelled


def check_person(connection: Connection, email: str | None, groups: Collection[str]) -> list[Line]:
    try:
        address = normalize_email(email or "")
    except InvalidEmail:
        return [
            failed(
                "email",
                "The identity provider tells no email address",
                came=email,
                mend="Let the identity provider send the email address: as the name id, or as the "
                "attribute or claim email.",
            )
        ]
    lines = [passed("email", "The identity provider tells the email address", address)]
    lines.append(_domain(connection, address))
    mapped = {group["group"] for group in connection.groups}
    given = sorted(mapped & set(groups))
    says = "Groups that give roles here" if given else "No group came that gives roles here"
    lines.append(passed("groups", says, shown(", ".join(sorted(groups))) or None, ", ".join(given)))
    return lines


def _domain(connection: Connection, address: str) -> Line:
    validated = [row["domain"] for row in connection.domains if row["validated"]]
    if of_address(address) in validated:
        return passed("domain", "The domain of the address is validated", of_address(address))
    return failed(
        "domain",
        "The domain of the address is not one that this connection has validated",
        came=of_address(address),
        expected=", ".join(map(spelled, validated)),
        mend="Add the domain to the connection and validate it, or sign in with an address of a validated "
        "domain.",
    )
