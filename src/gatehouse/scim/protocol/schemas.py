"""The schemas that are served: User with its enterprise extension, and Group (RFC 7643 §4, §8.7)."""

from typing import LiteralString

from gatehouse.scim.protocol.attributes import ResourceKind, ScimAttribute, ScimSchema

_TYPE = ScimAttribute("type", "What it is used for")
_PRIMARY = ScimAttribute("primary", "Whether it is the preferred one", kind="boolean")
_DISPLAY = ScimAttribute("display", "How people read it")


def _text_attributes(*names: LiteralString) -> tuple[ScimAttribute, ...]:
    """Attributes of one text whose names say what they are."""
    return tuple(map(ScimAttribute, names))


def _multi_valued_attribute(
    name: LiteralString, description: str, *uses: str, required: bool = False
) -> ScimAttribute:
    """An attribute of values that have a type, as most with several values are."""
    value = ScimAttribute("value", "The value itself", required=required)
    kind = ScimAttribute("type", "What it is used for", canonical=uses) if uses else _TYPE
    return ScimAttribute(
        name,
        description,
        kind="complex",
        many=True,
        required=required,
        parts=(value, _DISPLAY, kind, _PRIMARY),
    )


USER_SCHEMA = ScimSchema(
    "urn:ietf:params:scim:schemas:core:2.0:User",
    "User",
    "A user managed by the directory",
    (
        ScimAttribute(
            "userName",
            "How the directory names the person",
            required=True,
            uniqueness="server",
        ),
        ScimAttribute(
            "name",
            "The parts of the name",
            kind="complex",
            parts=_text_attributes(
                "formatted",
                "familyName",
                "givenName",
                "middleName",
                "honorificPrefix",
                "honorificSuffix",
            ),
        ),
        ScimAttribute("displayName", "How the person is shown"),
        ScimAttribute("nickName"),
        ScimAttribute("profileUrl", kind="reference", refers_to=("external",)),
        *_text_attributes("title", "userType", "preferredLanguage", "locale", "timezone"),
        ScimAttribute(
            "active",
            "Whether the person may come in; true where it is left out at first",
            kind="boolean",
            required=True,
        ),
        _multi_valued_attribute(
            "emails",
            "Addresses; the primary one is that of the account. May be left out where userName is one.",
            "work",
            "home",
            "other",
            required=True,
        ),
        _multi_valued_attribute(
            "phoneNumbers", "Phone numbers", "work", "home", "mobile", "fax", "pager", "other"
        ),
        _multi_valued_attribute("ims", "Addresses of instant messaging"),
        ScimAttribute(
            "photos",
            "Addresses of pictures; they are kept, and not fetched. One that is too long is left out.",
            kind="complex",
            many=True,
            parts=(
                ScimAttribute(
                    "value", kind="reference", dropped_if_long=True, refers_to=("external",)
                ),
                _DISPLAY,
                _TYPE,
                _PRIMARY,
            ),
        ),
        ScimAttribute(
            "addresses",
            "Postal addresses",
            kind="complex",
            many=True,
            parts=(
                *_text_attributes(
                    "formatted", "streetAddress", "locality", "region", "postalCode", "country"
                ),
                _TYPE,
                _PRIMARY,
            ),
        ),
        _multi_valued_attribute(
            "entitlements", "What the directory says the person may; it has no effect here"
        ),
        _multi_valued_attribute("roles", "Roles in the directory; they have no effect here"),
        ScimAttribute(
            "groups",
            "The groups of this directory that the person is in",
            kind="complex",
            many=True,
            mutability="readOnly",
            parts=(
                ScimAttribute("value", mutability="readOnly"),
                ScimAttribute(
                    "$ref", kind="reference", refers_to=("Group",), mutability="readOnly"
                ),
                ScimAttribute("display", mutability="readOnly"),
                ScimAttribute("type", mutability="readOnly", canonical=("direct",)),
            ),
        ),
    ),
)

ENTERPRISE_SCHEMA = ScimSchema(
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
    "EnterpriseUser",
    "The person's place in the organization",
    (
        *_text_attributes("employeeNumber", "costCenter", "organization", "division", "department"),
        ScimAttribute(
            "manager",
            "The manager of the user",
            kind="complex",
            parts=(
                ScimAttribute("value", "The id of the manager's resource"),
                ScimAttribute("$ref", kind="reference", refers_to=("User",)),
                ScimAttribute("displayName", mutability="readOnly"),
            ),
        ),
    ),
)

GROUP_SCHEMA = ScimSchema(
    "urn:ietf:params:scim:schemas:core:2.0:Group",
    "Group",
    "A group whose people the directory keeps",
    (
        ScimAttribute("displayName", "The name", required=True),
        ScimAttribute(
            "members",
            "People of this directory",
            kind="complex",
            many=True,
            parts=(
                ScimAttribute("value", "The id of the person's resource", exact=True),
                ScimAttribute("$ref", kind="reference", refers_to=("User",)),
                ScimAttribute("type", canonical=("User",)),
            ),
        ),
    ),
)

USER = ResourceKind("User", "/Users", USER_SCHEMA, (ENTERPRISE_SCHEMA,))
GROUP = ResourceKind("Group", "/Groups", GROUP_SCHEMA)
KINDS = (USER, GROUP)
