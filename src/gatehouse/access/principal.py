"""The caller of a request: a user, a token of a user or of a tenant, a machine, the vendor's support staff,
or one of its backends for a tenant."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from gatehouse.access.errors import MissingPermission, UserRequired
from gatehouse.access.impersonation import refuse_impersonated
from gatehouse.access.permissions import Permission, grants_permission


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
    amr: tuple[str, ...] = ()
    acr: str | None = None
    auth_time: datetime | None = None
    impersonator_id: UUID | None = None

    @property
    def user_id(self) -> UUID:
        """The user's id. Raises `UserRequired` when there is no user."""
        if self.person_id is None:
            raise UserRequired("Only a signed-in person can do this")
        return self.person_id

    @property
    def session_id(self) -> UUID:
        """The session; `UserRequired` when the caller has none."""
        if self.session is None:
            raise UserRequired("Only a signed-in person can do this")
        return self.session

    def signed_in(self) -> "Principal":
        """This principal. Raises `UserRequired` when it has no session."""
        if self.session is None:
            raise UserRequired("Only a signed-in person can do this")
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
