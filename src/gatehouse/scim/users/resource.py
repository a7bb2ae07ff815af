"""A user as a SCIM resource: what the directory itself sent, and nothing from the account."""

from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter, ValidationError

from gatehouse.directory.users.email import name_of, normalize_email
from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.kit.schemas import Spoken
from gatehouse.scim.protocol.documents import Document
from gatehouse.scim.protocol.errors import InvalidValue
from gatehouse.scim.protocol.messages import meta_of
from gatehouse.scim.protocol.schemas import GROUP, USER
from gatehouse.scim.users.models import InGroup, ScimUser

IN_COLUMNS = ("userName", "externalId", "active")
LONGEST_NAME = 200

_spoken: TypeAdapter[str] = TypeAdapter(Spoken)


def user_document(user: ScimUser) -> Document:
    """The document as the directory sent it."""
    document: Document = {**user.document, "userName": user.user_name, "active": user.active}
    if user.external_id is not None:
        document["externalId"] = user.external_id
    return document


def rest_of(document: Document) -> Document:
    """What has no column of its own."""
    return {name: value for name, value in document.items() if name not in IN_COLUMNS}


def user_resource(user: ScimUser, base: str, groups: Iterable[InGroup] = ()) -> dict[str, Any]:
    document = user_document(user)
    shown = {
        "schemas": [
            USER.schema.urn,
            *(one.urn for one in USER.extensions if one.urn in document),
        ],
        "id": str(user.id),
        **document,
        "meta": meta_of(USER, base, user.id, user.version, user.created_at, user.updated_at),
    }
    if listed := [_group_reference(one, base) for one in groups]:
        shown["groups"] = listed
    return shown


def _group_reference(one: InGroup, base: str) -> dict[str, str]:
    return {
        "value": str(one.group_id),
        "$ref": f"{base}{GROUP.endpoint}/{one.group_id}",
        "display": one.name,
        "type": "direct",
    }


def address_of(document: Document) -> str | None:
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


def name_in(document: Document, address: str) -> str:
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
    return name_of(address)
