"""A user as a SCIM resource: what the directory itself sent, and nothing from the account."""

from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError

from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import derive_name_from_email, normalize_email
from gatehouse.kit.schemas import Spoken
from gatehouse.scim.errors import InvalidValue
from gatehouse.scim.protocol.documents import Document
from gatehouse.scim.protocol.messages import build_resource_meta
from gatehouse.scim.protocol.schemas import GROUP, USER
from gatehouse.scim.protocol.sql import AttributeColumn, AttributeRows, Place
from gatehouse.scim.users.queries import ScimUser

IN_COLUMNS = ("userName", "externalId", "active")
LONGEST_NAME = 200

_spoken: TypeAdapter[str] = TypeAdapter(Spoken)


def build_user_document(user: ScimUser) -> Document:
    """The document as the directory sent it."""
    document: Document = {**user.document, "userName": user.user_name, "active": user.active}
    if user.external_id is not None:
        document["externalId"] = user.external_id
    return document


def drop_column_attributes(document: Document) -> Document:
    """What has no column of its own."""
    return {name: value for name, value in document.items() if name not in IN_COLUMNS}


def build_user_resource(user: ScimUser, base: str) -> dict[str, Any]:
    document = build_user_document(user)
    shown = {
        "schemas": [
            USER.schema.urn,
            *(one.urn for one in USER.extensions if one.urn in document),
        ],
        "id": str(user.id),
        **document,
        "meta": build_resource_meta(
            USER, base, user.id, user.version, user.created_at, user.updated_at
        ),
    }
    if groups := orjson.loads(user.groups):
        where = f"{base}{GROUP.endpoint}"
        shown["groups"] = [
            {**one, "$ref": f"{where}/{one['value']}", "type": "direct"} for one in groups
        ]
    return shown


def read_account_email(document: Document) -> str | None:
    """The address of the account: the primary one, else that of work, else the first; without any, the user
    name where it is one. `InvalidValue` for what is no address."""
    emails = [one for one in document.get("emails") or [] if one.get("value")]
    if not emails:
        try:
            return normalize_email(document["userName"])
        except InvalidEmail:
            return None
    chosen = (
        next((one for one in emails if one.get("primary")), None)
        or next((one for one in emails if str(one.get("type", "")).lower() == "work"), None)
        or emails[0]
    )
    try:
        return normalize_email(chosen["value"])
    except InvalidEmail:
        raise InvalidValue(f"{chosen['value'][:254]} is not an email address") from None


def read_display_name(document: Document, address: str) -> str:
    """The user's name, else one made from the address. Names that contain a link or a message are skipped."""
    name = document.get("name") or {}
    parts = (name.get("givenName"), name.get("familyName"))
    for text in (
        document.get("displayName"), name.get("formatted"), " ".join(one for one in parts if one),
    ):  # fmt: skip
        if text:
            try:
                return _spoken.validate_python(text[:LONGEST_NAME])
            except ValidationError:
                continue
    return derive_name_from_email(address)


USER_PLACES: dict[str, Place] = {
    "id": AttributeColumn("s.id", is_id=True),
    "externalid": AttributeColumn("s.external_id", few=True),
    "username": AttributeColumn("s.user_name", key="s.name_key", few=True),
    "active": AttributeColumn("s.active"),
    "schemas": AttributeRows(
        f"""
        unnest(array['{USER.schema.urn}'] || array(
          select urn from unnest(array[{", ".join(f"'{one.urn}'" for one in USER.extensions)}]) urn
          where s.document ? urn
        )) as urn
        """,
        {"schemas": "urn"},
    ),
    "meta.created": AttributeColumn("s.created_at"),
    "meta.lastmodified": AttributeColumn("s.updated_at"),
    "meta.resourcetype": AttributeColumn("'User'::text"),
    "groups": AttributeRows(
        """
        group_members gm
        join scim_groups k on k.tenant_id = gm.tenant_id and k.id = gm.group_id
          and k.connection_id = s.connection_id
        join groups g on g.tenant_id = k.tenant_id and g.id = k.id
          and gm.tenant_id = s.tenant_id and gm.user_id = s.user_id
        """,
        {"value": "g.id::text", "display": "g.name", "type": "'direct'::text"},
    ),
}
