"""What is true of a tenant, category by category."""

from collections.abc import Iterator

from gatehouse.security_center import recommended
from gatehouse.security_center.models import Insight, InsightCode, SecurityFacts


def list_insights(facts: SecurityFacts) -> list[Insight]:
    return [
        Insight(_mfa_insight(facts), "MFA"),
        *(Insight(code, "PASSWORD") for code in _password_insights(facts)),
        Insight(_session_insight(facts), "SESSIONS"),
        Insight(_ip_insight(facts), "IP"),
        Insight(_domain_insight(facts), "DOMAIN"),
    ]


def _mfa_insight(facts: SecurityFacts) -> InsightCode:
    if facts.enforce_mfa_type == "Force":
        return "MFA_FORCED"
    if facts.enforce_mfa_type == "ForceExceptSAML":
        return "PARTIALLY_FORCED_MFA"
    everybody = 0 < facts.people <= facts.enrolled
    return "FULL_MFA_USAGE" if everybody else "PARTIAL_MFA_USAGE"


def _password_insights(facts: SecurityFacts) -> Iterator[InsightCode]:
    strict = facts.lockout_enabled and facts.lockout_max_attempts <= recommended.LOCKOUT_ATTEMPTS
    long = facts.history_enabled and facts.history_size >= recommended.HISTORY_SIZE
    if facts.breached:
        yield "BREACHED_PASSWORD_USERS_EXIST"
    if not strict:
        yield "IMPROVE_LOCKOUT_POLICY"
    if not long:
        yield "IMPROVE_PASSWORD_HISTORY_POLICY"
    if strict and long and not facts.breached:
        yield "FULL_PASSWORD_SETTINGS"


def _session_insight(facts: SecurityFacts) -> InsightCode:
    if facts.session_settings == 3:
        return "FULL_SESSION_SETTINGS"
    return "PARTIAL_SESSION_SETTINGS" if facts.session_settings else "NO_SESSION_SETTINGS"


def _ip_insight(facts: SecurityFacts) -> InsightCode:
    if not facts.ip_active:
        return "NO_IP_RESTRICTIONS"
    return "IP_ALLOWLIST" if facts.ip_strategy == "ALLOW" else "IP_DENYLIST"


def _domain_insight(facts: SecurityFacts) -> InsightCode:
    if not facts.domain_active:
        return "NO_DOMAIN_RESTRICTIONS"
    return "DOMAIN_ALLOWLIST" if facts.domain_strategy == "ALLOW" else "DOMAIN_DENYLIST"
