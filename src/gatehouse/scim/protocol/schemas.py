"""The schemas that are served: User with its enterprise extension, and Group (RFC 7643 §4, §8.7)."""

from typing import LiteralString

from gatehouse.scim.protocol.attributes import Attribute, ResourceKind, Schema

_TYPE = Attribute("type", "What it is used for")
_PRIMARY = Attribute("primary", "Whether it is the preferred one", kind="boolean")
_DISPLAY = Attribute("display", "How people read it")


def _several(
    name: LiteralString, description: str, *uses: str, required: bool = False
) -> Attribute:
    """An attribute of values that have a type, as most with several values are."""
    value = Attribute("value", "The value itself", required=required)
    kind = Attribute("type", "What it is used for", canonical=uses) if uses else _TYPE
    return Attribute(
        name,
        description,
        kind="complex",
        many=True,
        required=required,
        parts=(value, _DISPLAY, kind, _PRIMARY),
    )


USER_SCHEMA = Schema(
    "urn:ietf:params:scim:schemas:core:2.0:User",
    "User",
    "Somebody whom the directory keeps",
    (
        Attribute(
            "userName",
            "How the directory names the person",
            required=True,
            uniqueness="server",
        ),
        Attribute(
            "name",
            "The parts of the name",
            kind="complex",
            parts=(
                Attribute("formatted"),
                Attribute("familyName"),
                Attribute("givenName"),
                Attribute("middleName"),
                Attribute("honorificPrefix"),
                Attribute("honorificSuffix"),
            ),
        ),
        Attribute("displayName", "How the person is shown"),
        Attribute("nickName"),
        Attribute("profileUrl", kind="reference", refers_to=("external",)),
        Attribute("title"),
        Attribute("userType"),
        Attribute("preferredLanguage"),
        Attribute("locale"),
        Attribute("timezone"),
        Attribute(
            "active",
            "Whether the person may come in; true where it is left out at first",
            kind="boolean",
            required=True,
        ),
        _several(
            "emails",
            "Addresses; the primary one is that of the account. May be left out where userName is one.",
            "work",
            "home",
            "other",
            required=True,
        ),
        _several(
            "phoneNumbers", "Phone numbers", "work", "home", "mobile", "fax", "pager", "other"
        ),
        _several("ims", "Addresses of instant messaging"),
        Attribute(
            "photos",
            "Addresses of pictures; they are kept, and not fetched. One that is too long is left out.",
            kind="complex",
            many=True,
            parts=(
                Attribute("value", kind="reference", dropped_if_long=True, refers_to=("external",)),
                _DISPLAY,
                _TYPE,
                _PRIMARY,
            ),
        ),
        Attribute(
            "addresses",
            "Postal addresses",
            kind="complex",
            many=True,
            parts=(
                Attribute("formatted"),
                Attribute("streetAddress"),
                Attribute("locality"),
                Attribute("region"),
                Attribute("postalCode"),
                Attribute("country"),
                _TYPE,
                _PRIMARY,
            ),
        ),
        _several("entitlements", "What the directory says the person may; it has no effect here"),
        _several("roles", "Roles in the directory; they have no effect here"),
        Attribute(
            "groups",
            "The groups of this directory that the person is in",
            kind="complex",
            many=True,
            mutability="readOnly",
            parts=(
                Attribute("value", mutability="readOnly"),
                Attribute("$ref", kind="reference", refers_to=("Group",), mutability="readOnly"),
                Attribute("display", mutability="readOnly"),
                Attribute("type", mutability="readOnly", canonical=("direct",)),
            ),
        ),
    ),
)

ENTERPRISE_SCHEMA = Schema(
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
    "EnterpriseUser",
    "The person's place in the organization",
    (
        Attribute("employeeNumber"),
        Attribute("costCenter"),
        Attribute("organization"),
        Attribute("division"),
        Attribute("department"),
        Attribute(
            "manager",
            "Whom the person reports to",
            kind="complex",
            parts=(
                Attribute("value", "The id of the manager's resource"),
                Attribute("$ref", kind="reference", refers_to=("User",)),
                Attribute("displayName", mutability="readOnly"),
            ),
        ),
    ),
)

GROUP_SCHEMA = Schema(
    "urn:ietf:params:scim:schemas:core:2.0:Group",
    "Group",
    "A group whose people the directory keeps",
    (
        Attribute("displayName", "The name", required=True),
        Attribute(
            "members",
            "People of this directory",
            kind="complex",
            many=True,
            parts=(
                Attribute("value", "The id of the person's resource", exact=True),
                Attribute("$ref", kind="reference", refers_to=("User",)),
                Attribute("type", canonical=("User",)),
            ),
        ),
    ),
)

USER = ResourceKind("User", "/Users", USER_SCHEMA, (ENTERPRISE_SCHEMA,))
GROUP = ResourceKind("Group", "/Groups", GROUP_SCHEMA)
KINDS = (USER, GROUP)
