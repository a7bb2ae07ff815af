"""Who calls, by a token that was verified."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from time import time
from typing import Any

from gatehouse_sdk.patterns import grants

MULTI_FACTOR = "http://schemas.openid.net/pape/policies/2007/06/multi-factor"
SECOND_FACTORS = frozenset({"otp", "sms", "hwk"})


@dataclass(frozen=True, slots=True)
class Caller:
    """`id`: the person, or the machine. `claims`: all that the token says, with the roles and permissions
    that it refers to."""

    id: str
    tenant_id: str
    roles: frozenset[str]
    permissions: frozenset[str]
    claims: Mapping[str, Any]

    @classmethod
    def of(cls, claims: Mapping[str, Any]) -> "Caller":
        """`KeyError`, `TypeError` when the claims are not those of a token for calls."""
        return cls(
            str(claims["sub"]),
            str(claims["tenantId"]),
            frozenset(claims.get("roles") or ()),
            frozenset(claims.get("permissions") or ()),
            claims,
        )

    def has_role(self, *keys: str) -> bool:
        """One of them is enough."""
        return not self.roles.isdisjoint(keys)

    def may(self, *keys: str) -> bool:
        """One of them is enough; what the caller holds may be patterns."""
        return any(grants(self.permissions, key) for key in keys)

    def is_stepped_up(self, max_age: timedelta | None = None) -> bool:
        """Two factors were shown, and, with `max_age`, no longer ago than that."""
        methods = self.claims.get("amr") or ()
        has_two = (
            self.claims.get("acr") == MULTI_FACTOR
            and "mfa" in methods
            and not SECOND_FACTORS.isdisjoint(methods)
        )
        if not has_two or max_age is None:
            return has_two
        shown = self.claims.get("auth_time")
        return isinstance(shown, int) and time() - shown <= max_age.total_seconds()
