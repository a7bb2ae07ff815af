"""Who calls: a person, a token of a person or of a tenant, a machine, the vendor's support staff, or one of
its backends for a tenant."""

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
    """Who calls, in which tenant, with which permissions (patterns as in the catalogue).

    `subject_id` is the person's id, or that of the token or machine; `person_id` is None for what no
    person stands behind, such as a tenant's token, and the owner's for a person's. `amr` (RFC 8176),
    `acr` and `auth_time` say how and when a person signed in. `impersonator_id` is who acts in the
    person's name, and is audited beside them. `level` is the rank: a lower number ranks higher. Of a backend
    `subject_id` is the credential's, and `session` too where it calls in a person's name.
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
        """The person; `UserRequired` when there is none."""
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
        """The same principal; `UserRequired` when it has no session."""
        if self.session is None:
            raise UserRequired("Only a signed-in person can do this")
        return self

    def may(self, permission: Permission) -> bool:
        return any(grants_permission(held, permission) for held in self.permissions)

    def must(self, permission: Permission) -> "Principal":
        """The same principal; `MissingPermission` when the permission is not held, `Impersonated` when it
        does not go as far as acting in somebody's name."""
        if not self.may(permission):
            raise MissingPermission("You are not allowed to do this", permission=permission)
        refuse_impersonated(self.impersonator_id, permission)
        return self

    def in_person(self) -> "Principal":
        """The same principal, signed in; `Impersonated` when somebody acts in the person's name."""
        refuse_impersonated(self.impersonator_id)
        return self.signed_in()
