"""The attributes of an assertion, and which of them hold email, name and groups."""

from collections.abc import Mapping
from typing import Final

from gatehouse.identity.sso.claims import ClaimNames, choose_email_address, split_groups
from gatehouse.identity.sso.saml import xml
from gatehouse.identity.sso.saml.xml import Element

Attributes = Mapping[str, tuple[str, ...]]

CLAIMS: Final = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"
EMAIL: Final = (
    f"{CLAIMS}/emailaddress",
    "urn:oid:0.9.2342.19200300.100.1.3",
    "urn:oid:1.2.840.113549.1.9.1",
    "email",
    "emailaddress",
    "email_address",
    "mail",
    "user.email",
    "e-mail",
)
# The sign-in name of Microsoft's directories, which is an address for most.
SIGN_IN_NAME: Final = (f"{CLAIMS}/upn", "upn", "userprincipalname")
NAME: Final = (
    "http://schemas.microsoft.com/identity/claims/displayname",
    "urn:oid:2.16.840.1.113730.3.1.241",
    "displayname",
    "display_name",
    "fullname",
    "cn",
    "urn:oid:2.5.4.3",
)
FIRST: Final = (
    f"{CLAIMS}/givenname",
    "urn:oid:2.5.4.42",
    "firstname",
    "first_name",
    "givenname",
    "user.firstname",
)
LAST: Final = (
    f"{CLAIMS}/surname",
    "urn:oid:2.5.4.4",
    "lastname",
    "last_name",
    "sn",
    "surname",
    "user.lastname",
)
GROUPS: Final = (
    "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups",
    "http://schemas.xmlsoap.org/claims/group",
    "urn:oid:1.3.6.1.4.1.5923.1.5.1.1",
    "groups",
    "group",
    "memberof",
    "ismemberof",
)
GROUPS_LINK: Final = "/claims/groups.link"
PLAIN_NAME: Final = (f"{CLAIMS}/name", "name")


def read_saml_attributes(assertion: Element) -> Attributes:
    """Values by name, in their order. A value with elements in it is left out."""
    found: dict[str, list[str]] = {}
    for attribute in xml.find_all(assertion, "saml:AttributeStatement/saml:Attribute"):
        texts = map(xml.read_element_text, xml.find_all(attribute, "saml:AttributeValue"))
        found.setdefault(attribute.get("Name", ""), []).extend(filter(None, texts))
    found.pop("", None)
    return {name: tuple(values) for name, values in found.items()}


def read_email(attributes: Attributes, name_id: str, names: ClaimNames) -> str | None:
    """Read the email address. If the connection names an attribute, only that one counts, because users may
    be able to edit others. Otherwise one of the usual attributes, else the name id or sign-in name, if it
    looks like an address. Of several the first of the connection's domains, else the first."""
    if names.email:
        candidates = _list_attribute_values(attributes, (names.email.lower(),))
    else:
        candidates = [
            *_list_attribute_values(attributes, EMAIL),
            name_id,
            *_list_attribute_values(attributes, SIGN_IN_NAME),
        ]
    return choose_email_address(filter(_looks_like_email, candidates), names.domains)


def read_name(attributes: Attributes) -> str | None:
    parts = [_find_attribute_value(attributes, FIRST), _find_attribute_value(attributes, LAST)]
    whole = _find_attribute_value(attributes, NAME) or " ".join(filter(None, parts))
    plain = _find_attribute_value(attributes, PLAIN_NAME)
    # Entra ID sends the sign-in name as the claim "name".
    return whole or (plain if plain and not _looks_like_email(plain) else None)


def read_groups(attributes: Attributes, names: ClaimNames) -> tuple[str, ...]:
    """Read the groups from the usual attributes, or from those of the connection."""
    return split_groups(
        _list_attribute_values(attributes, _list_group_attribute_names(names)), names.separator
    )


def has_left_groups_out(attributes: Attributes, names: ClaimNames) -> bool:
    """Whether Microsoft sent a link in place of the groups, as for a user who is in more than 150."""
    is_link = any(name.lower().endswith(GROUPS_LINK) for name in attributes)
    return is_link and not set(_list_group_attribute_names(names)).isdisjoint(GROUPS)


def _list_group_attribute_names(names: ClaimNames) -> tuple[str, ...]:
    return tuple(name.lower() for name in names.groups) or GROUPS


def _list_attribute_values(attributes: Attributes, names: tuple[str, ...]) -> list[str]:
    by_name = {name.lower(): values for name, values in attributes.items()}
    return [value for name in names for value in by_name.get(name, ())]


def _find_attribute_value(attributes: Attributes, names: tuple[str, ...]) -> str | None:
    return next(iter(_list_attribute_values(attributes, names)), None)


def _looks_like_email(value: str) -> bool:
    local, at, domain = value.rpartition("@")
    return bool(local and at and "." in domain and not set(value) & set(" \t<>,;"))
