"""Sessions in which support or an administrator acts as a user (impersonation, `act` in the token).

`Permission` says what such a session may use; `refuse_impersonated` refuses what belongs to the user alone.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import LiteralString
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.errors import ImpersonationForbiddenHere, MissingPermission, UserRequired
from gatehouse.access.permissions import Permission, grants_permission
from gatehouse.kit.events import Actor


def compose_impersonation_condition(now: LiteralString) -> LiteralString:
    """Whether session `s` may continue in the tenant of `r`. True for a session without impersonation. For an
    impersonated one, the impersonator must still be a member whose access was not revoked since, or be staff,
    whose sessions end when they leave; and neither the tenant nor the vendor has turned impersonation off."""
    return f"""
      (s.impersonator_id is null or (
        (s.impersonator_is_staff or exists (
          select from memberships_in_force i
          where i.tenant_id = r.tenant_id and i.user_id = s.impersonator_id and i.until > {now}
            and (i.sessions_from is null or s.auth_time > i.sessions_from)))
        and not exists (
          select from impersonation_policies f where f.tenant_id = r.tenant_id and not f.enabled)
        and not exists (select from vendor v where not v.delegation_enabled)
      ))
    """


def refuse_impersonated(impersonator_id: UUID | None, permission: Permission | None = None) -> None:
    """Raises `ImpersonationForbiddenHere` in an impersonated session: always, or where it may not use
    this permission."""
    if impersonator_id is None:
        return
    if permission is None or not permission.while_impersonating:
        raise ImpersonationForbiddenHere("Only the user can do this")


class PrincipalKind(StrEnum):
    USER = "user"
    USER_TOKEN = "user_token"  # noqa: S105  a kind of caller, not a secret
    TENANT_TOKEN = "tenant_token"  # noqa: S105
    MACHINE = "machine"
    SUPPORT = "support"
    BACKEND = "vendor"


@dataclass(frozen=True, slots=True)
class Principal:
    """The caller, its tenant and its permissions (patterns as in the catalogue).

    `subject_id` is the id of the user, token or machine; `person_id` is None where there is no user, as for a
    tenant's token, and the owner's id for a user's token. `amr` (RFC 8176), `acr` and `auth_time` say how and
    when a user signed in. `impersonator_id` is the impersonating user, who is audited beside the user.
    `level` is the rank: a lower number ranks higher. For a backend, `subject_id` is the credential's id, and
    so is `session` when it calls for a user.
    """

    kind: PrincipalKind
    subject_id: UUID
    tenant_id: UUID
    application_id: UUID | None
    person_id: UUID | None
    session: UUID | None
    email: str
    name: str
    permissions: tuple[str, ...]
    level: int
    client: Client
    amr: tuple[str, ...] = ()
    acr: str | None = None
    auth_time: datetime | None = None
    impersonator_id: UUID | None = None

    @property
    def actor(self) -> Actor:
        """The actor of events; for a backend, the backend and not the user it calls for."""
        is_backend = self.kind is PrincipalKind.BACKEND
        return Actor(
            kind=self.kind,
            id=self.subject_id,
            user_id=None if is_backend else self.person_id,
            email=None if is_backend else self.email or None,
            impersonator_id=self.impersonator_id,
            ip=self.client.ip,
            user_agent=self.client.user_agent,
        )

    @property
    def user_id(self) -> UUID:
        """The user's id. Raises `UserRequired` when there is no user."""
        if self.person_id is None:
            raise UserRequired("Only a signed-in user can do this")
        return self.person_id

    @property
    def session_id(self) -> UUID:
        """The session; `UserRequired` when the caller has none."""
        if self.session is None:
            raise UserRequired("Only a signed-in user can do this")
        return self.session

    def signed_in(self) -> "Principal":
        """This principal. Raises `UserRequired` when it has no session."""
        if self.session is None:
            raise UserRequired("Only a signed-in user can do this")
        return self

    def may(self, permission: Permission) -> bool:
        return any(grants_permission(held, permission) for held in self.permissions)

    def must(self, permission: Permission) -> "Principal":
        """This principal. Raises `MissingPermission` when it lacks the permission,
        `ImpersonationForbiddenHere` when the permission may not be used during impersonation."""
        if not self.may(permission):
            raise MissingPermission("You are not allowed to do this", permission=permission)
        refuse_impersonated(self.impersonator_id, permission)
        return self

    def in_person(self) -> "Principal":
        """This principal, signed in. Raises `ImpersonationForbiddenHere` in an impersonated session."""
        refuse_impersonated(self.impersonator_id)
        return self.signed_in()
