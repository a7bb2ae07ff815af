"""People as JSON. Many hold the same roles, so each role, and what roles permit together, is written once
in an answer and spliced into every person: on a page of a hundred it is most of the text."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import orjson
from fastapi.responses import Response
from pydantic import TypeAdapter

from gatehouse.directory.people.models import Described
from gatehouse.directory.roles.models import Role
from gatehouse.directory.roles.schemas import PermissionOut, RoleOut

Json = dict[str, Any]

_ROLE = TypeAdapter(RoleOut)
_PERMISSIONS = TypeAdapter(list[PermissionOut])


class Writer:
    """For one answer: the shapes of wire-api §12. What is not set is missing."""

    def __init__(self) -> None:
        self._roles: dict[UUID, orjson.Fragment] = {}
        self._permitted: dict[tuple[UUID, ...], orjson.Fragment] = {}

    def user(self, described: Described) -> Json:
        """`UserOut`."""
        role_ids = described.member.role_ids
        return {
            **self.user_v3(described),
            "roles": self._written(described.roles),
            "rolesIds": role_ids,
            "roleIds": role_ids,
            "permissions": self._permissions(described),
            "groups": [],
        }

    def user_v3(self, described: Described) -> Json:
        """`UserV3Out`."""
        member = described.member
        return _given(
            {
                "id": member.id,
                "sub": member.id,
                "email": member.email,
                "name": member.name,
                "verified": member.verified,
                "mfaEnrolled": member.mfa_enrolled,
                "phoneNumber": member.phone_number,
                "profilePictureUrl": member.profile_picture_url,
                "provider": member.provider,
                "tenantId": member.tenant_id,
                "tenantIds": [one.member.tenant_id for one in (described, *described.below)],
                "activatedForTenant": member.activated,
                "isLocked": member.is_locked,
                "isDisabled": member.is_disabled,
                "tenants": [self._in_tenant(one) for one in (described, *described.below)],
                "managedBy": member.managed_by,
                "invisible": member.invisible or None,
                "superUser": member.is_super_user or None,
                "metadata": orjson.dumps(member.metadata).decode(),
                "subAccountAccessAllowed": member.sub_account_access_allowed,
                "temporaryExpirationDate": member.temporary_expires_at,
                "createdAt": member.created_at,
                "joinedAt": member.joined_at,
                "lastLogin": member.last_login_at,
            }
        )

    def team_user(self, described: Described) -> Json:
        """`TeamUserOut`."""
        member = described.member
        return _given(
            {
                "id": member.id,
                "email": member.email,
                "name": member.name,
                "phone": member.phone_number,
                "profileImageUrl": member.profile_picture_url,
                "tenantId": member.tenant_id,
                "vendorId": member.vendor_id,
                "roleIds": member.role_ids,
                "roles": self._written(described.roles),
                "activatedForTenant": member.activated,
                "createdAt": member.created_at,
                "joinedAt": member.joined_at,
                "lastLogin": member.last_login_at,
                "mfaEnabled": member.mfa_enrolled,
                "tenants": [self._in_tenant(described)],
                "verified": member.verified,
                "managedBy": member.managed_by,
                "temporaryExpirationDate": member.temporary_expires_at,
                "isDisabled": member.is_disabled,
            }
        )

    def _in_tenant(self, described: Described) -> Json:
        member = described.member
        return _given(
            {
                "tenantId": member.tenant_id,
                "roles": self._written(described.roles),
                "temporaryExpirationDate": member.temporary_expires_at,
                "isDisabled": member.is_disabled,
            }
        )

    def _written(self, roles: Iterable[Role]) -> list[orjson.Fragment]:
        for role in roles:
            if role.id not in self._roles:
                shape = _ROLE.validate_python(role)
                text = _ROLE.dump_json(shape, by_alias=True, exclude_none=True)
                self._roles[role.id] = orjson.Fragment(text)
        return [self._roles[role.id] for role in roles]

    def _permissions(self, described: Described) -> orjson.Fragment:
        held = tuple(role.id for role in described.roles)
        if held not in self._permitted:
            shapes = _PERMISSIONS.validate_python(described.permissions)
            self._permitted[held] = orjson.Fragment(_PERMISSIONS.dump_json(shapes, by_alias=True))
        return self._permitted[held]


def answer(content: object, status_code: int = 200) -> Response:
    """The content as a JSON answer."""
    text = orjson.dumps(content, default=str, option=orjson.OPT_UTC_Z)
    return Response(text, status_code, media_type="application/json")


def _given(facts: Json) -> Json:
    return {name: value for name, value in facts.items() if value is not None}
