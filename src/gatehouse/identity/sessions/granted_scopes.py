"""Limits of an application's session, beyond those of its user."""

from dataclasses import dataclass

from gatehouse.access.proof import THIRD_PARTY
from gatehouse.access.tokens import Claims

ALWAYS = frozenset({
    "sub", "tenantId", "applicationId", "amr", "acr", "auth_time", "sid",
})  # fmt: skip
BY_SCOPE = {
    "email": frozenset({"email", "email_verified"}),
    "profile": frozenset({"name", "profilePictureUrl"}),
}


@dataclass(frozen=True, slots=True)
class GrantedScopes:
    """`dpop_key`: the key that its tokens are bound to (RFC 9449 §6.1). `scopes`: the scopes of a third-party
    application; None for first-party applications."""

    dpop_key: str | None = None
    scopes: tuple[str, ...] | None = None

    def limit(self, claims: Claims) -> Claims:
        """Keep only the claims that these scopes allow."""
        if self.scopes is not None:
            claims = _claims_for_scopes(claims, self.scopes)
        return {**claims, "cnf": {"jkt": self.dpop_key}} if self.dpop_key else claims


EVERYTHING = GrantedScopes()


def _claims_for_scopes(claims: Claims, scopes: tuple[str, ...]) -> Claims:
    names = ALWAYS.union(*(BY_SCOPE.get(scope, frozenset()) for scope in scopes))
    told = {name: value for name, value in claims.items() if name in names}
    return {**told, "type": THIRD_PARTY, "scope": " ".join(scopes)}
