"""What is true of a tenant, and what follows from it."""

from dataclasses import dataclass
from typing import Literal

from gatehouse.vendor.configuration.models import EnforceMfa

Category = Literal["MFA", "SESSIONS", "PASSWORD", "INACTIVITY", "IP", "DOMAIN", "COUNTRY", "SSO"]
Severity = Literal["SEVERE", "WARNING", "INFO"]
RecommendationCode = Literal[
    "FORCE_MFA",
    "BREACHED_PASSWORDS_EXIST",
    "ENABLE_USER_LOCKOUT",
    "STRENGTHEN_USER_LOCKOUT",
    "ENABLE_PASSWORD_HISTORY",
    "STRENGTHEN_PASSWORD_HISTORY",
    "ENABLE_FORCE_RELOGIN",
    "SET_FORCE_RELOGIN",
    "ENABLE_SESSION_CONCURRENCY",
    "SET_SESSION_CONCURRENCY",
    "ENABLE_IDLE_SESSION",
    "SET_IDLE_SESSION",
    "ENABLE_IP_RESTRICTIONS",
    "CHANGE_IP_TO_ALLOWLIST",
    "ENABLE_DOMAIN_RESTRICTIONS",
    "CHANGE_DOMAIN_TO_ALLOWLIST",
    "ENABLE_COUNTRY_RESTRICTIONS",
    "CONFIGURE_SSO",
]
InsightCode = Literal[
    "MFA_FORCED",
    "PARTIALLY_FORCED_MFA",
    "PARTIAL_MFA_USAGE",
    "FULL_MFA_USAGE",
    "BREACHED_PASSWORD_USERS_EXIST",
    "IMPROVE_LOCKOUT_POLICY",
    "IMPROVE_PASSWORD_HISTORY_POLICY",
    "NO_SESSION_SETTINGS",
    "PARTIAL_SESSION_SETTINGS",
    "FULL_SESSION_SETTINGS",
    "NO_IP_RESTRICTIONS",
    "IP_ALLOWLIST",
    "IP_DENYLIST",
    "NO_DOMAIN_RESTRICTIONS",
    "DOMAIN_ALLOWLIST",
    "DOMAIN_DENYLIST",
    "FULL_PASSWORD_SETTINGS",
]


@dataclass(frozen=True, slots=True)
class SecurityFacts:
    """Rules as they hold, the vendor's where the tenant has set none. `breached`, `inactive` and the smaller
    of `enrolled` and the others are counted up to 10,000. `ips` and `domains` are of the list in force."""

    people: int
    enrolled: int
    breached: int
    inactive: int
    enforce_mfa_type: EnforceMfa
    lockout_enabled: bool
    lockout_max_attempts: int
    history_enabled: bool
    history_size: int
    relogin_active: bool
    relogin_seconds: int
    concurrent_active: bool
    concurrent_max: int
    idle_active: bool
    idle_seconds: int
    ip_active: bool
    ip_strategy: str
    ips: int
    domain_active: bool
    domain_strategy: str
    domains: int
    country_active: bool
    has_sso: bool

    @property
    def session_settings(self) -> int:
        """How many of the three are on."""
        return self.relogin_active + self.concurrent_active + self.idle_active


@dataclass(frozen=True, slots=True)
class Recommendation:
    """`points` of the score are missing for it."""

    code: RecommendationCode
    severity: Severity
    category: Category
    points: int


@dataclass(frozen=True, slots=True)
class Insight:
    code: InsightCode
    category: Category
