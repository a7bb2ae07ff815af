"""Subject of a verified token: the session of a user, or an API token."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from uuid import UUID

from gatehouse.access.errors import ApiTokenEnded, SessionEnded, UserRequired
from gatehouse.access.principal import Principal, PrincipalKind
from gatehouse.access.tokens import Claims, InvalidToken
from gatehouse.kit.errors import DomainError


class TokenType(StrEnum):
    """The claim `type` (wire reference §8). Any other value belongs to a session."""

    USER_API = "userApiToken"
    TENANT_API = "tenantApiToken"
    USER_ACCESS = "userAccessToken"
    TENANT_ACCESS = "tenantAccessToken"


# Of a backend of the vendor, for the tenant that it names.
BACKEND = "vendorToken"
# Of an application itself, without a user: for the application's own backends.
APPLICATION = "applicationToken"
# Of a third-party application: identifies the user and grants no access here.
THIRD_PARTY = "thirdPartyToken"

OF_PEOPLE = (TokenType.USER_API, TokenType.USER_ACCESS)
OF_TENANTS = (TokenType.TENANT_API, TokenType.TENANT_ACCESS)
# The token is the secret itself and is never exchanged, so only calls with it show that it is in use.
ACCESS = (TokenType.USER_ACCESS, TokenType.TENANT_ACCESS)

_API_TOKENS = frozenset((*OF_PEOPLE, *OF_TENANTS))
_KINDS: dict[str | None, PrincipalKind] = {
    **dict.fromkeys(OF_PEOPLE, PrincipalKind.USER_TOKEN),
    **dict.fromkeys(OF_TENANTS, PrincipalKind.TENANT_TOKEN),
    BACKEND: PrincipalKind.BACKEND,
}

# Callers repeat their ids; parsing one costs more than a cache hit.
_uuid = lru_cache(4096)(UUID)


def is_api_token(claims: Claims) -> bool:
    return claims.get("type") in _API_TOKENS


@dataclass(frozen=True, slots=True)
class TokenSubject:
    """Subject of a verified token. `id` is the session's or the token's; `subject_id` the user that the call
    is made for, or the token itself when it belongs to the tenant. `impersonator_id` is the impersonating
    user, if there is one (RFC 8693 §4.1)."""

    kind: PrincipalKind
    id: UUID
    subject_id: UUID
    tenant_id: UUID
    impersonator_id: UUID | None = None

    @classmethod
    def from_claims(cls, claims: Claims) -> "TokenSubject":
        subject_id, tenant_id = _uuid(claims["sub"]), _uuid(claims["tenantId"])
        kind = _KINDS.get(claims.get("type"), PrincipalKind.USER)
        if kind is PrincipalKind.USER_TOKEN:
            return cls(kind, subject_id, _uuid(claims["userId"]), tenant_id)
        if kind is PrincipalKind.TENANT_TOKEN:
            return cls(kind, subject_id, subject_id, tenant_id)
        if kind is PrincipalKind.BACKEND:
            return cls(kind, subject_id, _uuid(claims["userId"] or claims["sub"]), tenant_id)
        actor = claims.get("act")
        impersonator_id = _uuid(actor["sub"]) if actor else None
        return cls(kind, _uuid(claims["sid"]), subject_id, tenant_id, impersonator_id)

    @classmethod
    def by(cls, principal: Principal) -> "TokenSubject":
        """The subject of an authenticated caller."""
        return cls(
            principal.kind,
            principal.session or principal.subject_id,
            principal.person_id or principal.subject_id,
            principal.tenant_id,
            principal.impersonator_id,
        )

    @property
    def writers(self) -> set[UUID]:
        """Ids whose writer locks this call takes (`standing`): its writes stop when the user's or the
        impersonator's access is revoked, or the token."""
        others = self.impersonator_id if self.kind is PrincipalKind.USER else self.id
        return {self.subject_id, others} if others else {self.subject_id}

    @property
    def of_vendor(self) -> set[UUID]:
        """Ids among these that may be known to the vendor: a credential, or an impersonator, who may be
        staff."""
        others = self.id if self.kind is PrincipalKind.BACKEND else self.impersonator_id
        return {others} if others else set()

    def person(self) -> UUID:
        """The user's id. Raises `UserRequired` when the call has no user."""
        if self.kind is PrincipalKind.TENANT_TOKEN or self.kind is PrincipalKind.BACKEND:
            raise UserRequired("Only a signed-in user can do this")
        return self.subject_id

    def build_ended_error(self) -> DomainError:
        """The error for a subject that is no longer valid."""
        if self.kind is PrincipalKind.USER:
            return SessionEnded("The session has ended")
        if self.kind is PrincipalKind.BACKEND:
            return InvalidToken("This credential has been revoked")
        return ApiTokenEnded("This API token is no longer valid")
