"""What is true of a tenant, category by category; what would make it safer, and how many points of a hundred
that is worth."""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from gatehouse.security_center.models import Insight, InsightCode, Recommendation, SecurityFacts

# As the admin portal spec says them (§9).
IDLE_SECONDS = 1800
LOCKOUT_ATTEMPTS = 5
HISTORY_SIZE = 5
INACTIVE = timedelta(days=90)
# NIST SP 800-63B-4 §2.2.3: with a second factor, the whole sign-in again at least once a day.
RELOGIN_SECONDS = 86_400
# A computer, a phone, and room for a few more.
CONCURRENT_SESSIONS = 5


def list_insights(facts: SecurityFacts) -> list[Insight]:
    return [
        Insight(_assess_mfa(facts), "MFA"),
        *(Insight(code, "PASSWORD") for code in _assess_passwords(facts)),
        Insight(_assess_sessions(facts), "SESSIONS"),
        Insight(_assess_ip_restrictions(facts), "IP"),
        Insight(_assess_domain_restrictions(facts), "DOMAIN"),
    ]


def _assess_mfa(facts: SecurityFacts) -> InsightCode:
    if facts.enforce_mfa_type == "Force":
        return "MFA_FORCED"
    if facts.enforce_mfa_type == "ForceExceptSAML":
        return "PARTIALLY_FORCED_MFA"
    everybody = 0 < facts.people <= facts.enrolled
    return "FULL_MFA_USAGE" if everybody else "PARTIAL_MFA_USAGE"


def _assess_passwords(facts: SecurityFacts) -> Iterator[InsightCode]:
    strict = facts.lockout_enabled and facts.lockout_max_attempts <= LOCKOUT_ATTEMPTS
    long = facts.history_enabled and facts.history_size >= HISTORY_SIZE
    if facts.breached:
        yield "BREACHED_PASSWORD_USERS_EXIST"
    if not strict:
        yield "IMPROVE_LOCKOUT_POLICY"
    if not long:
        yield "IMPROVE_PASSWORD_HISTORY_POLICY"
    if strict and long and not facts.breached:
        yield "FULL_PASSWORD_SETTINGS"


def _assess_sessions(facts: SecurityFacts) -> InsightCode:
    if facts.session_settings == 3:
        return "FULL_SESSION_SETTINGS"
    return "PARTIAL_SESSION_SETTINGS" if facts.session_settings else "NO_SESSION_SETTINGS"


def _assess_ip_restrictions(facts: SecurityFacts) -> InsightCode:
    if not facts.ip_active:
        return "NO_IP_RESTRICTIONS"
    return "IP_ALLOWLIST" if facts.ip_strategy == "ALLOW" else "IP_DENYLIST"


def _assess_domain_restrictions(facts: SecurityFacts) -> InsightCode:
    if not facts.domain_active:
        return "NO_DOMAIN_RESTRICTIONS"
    return "DOMAIN_ALLOWLIST" if facts.domain_strategy == "ALLOW" else "DOMAIN_DENYLIST"


Rule = tuple[Recommendation, Callable[[SecurityFacts], bool]]

# Of rules that exclude each other, only one costs its points: together they cost a hundred at most. Only what
# can be mended here is recommended, so countries need a file that says where addresses are.
RULES: Sequence[Rule] = (
    (Recommendation("FORCE_MFA", "SEVERE", "MFA", 30), lambda f: f.enforce_mfa_type == "DontForce"),
    (
        Recommendation("BREACHED_PASSWORDS_EXIST", "SEVERE", "PASSWORD", 20),
        lambda f: f.breached > 0,
    ),
    (
        Recommendation("ENABLE_USER_LOCKOUT", "WARNING", "PASSWORD", 10),
        lambda f: not f.lockout_enabled,
    ),
    (
        Recommendation("STRENGTHEN_USER_LOCKOUT", "INFO", "PASSWORD", 4),
        lambda f: f.lockout_enabled and f.lockout_max_attempts > LOCKOUT_ATTEMPTS,
    ),
    (
        Recommendation("ENABLE_PASSWORD_HISTORY", "WARNING", "PASSWORD", 6),
        lambda f: not f.history_enabled,
    ),
    (
        Recommendation("STRENGTHEN_PASSWORD_HISTORY", "INFO", "PASSWORD", 3),
        lambda f: f.history_enabled and f.history_size < HISTORY_SIZE,
    ),
    (
        Recommendation("ENABLE_FORCE_RELOGIN", "WARNING", "SESSIONS", 6),
        lambda f: not f.relogin_active,
    ),
    (
        Recommendation("SET_FORCE_RELOGIN", "INFO", "SESSIONS", 3),
        lambda f: f.relogin_active and f.relogin_seconds > RELOGIN_SECONDS,
    ),
    (
        Recommendation("ENABLE_IDLE_SESSION", "WARNING", "INACTIVITY", 6),
        lambda f: not f.idle_active,
    ),
    (
        Recommendation("SET_IDLE_SESSION", "INFO", "INACTIVITY", 3),
        lambda f: f.idle_active and f.idle_seconds > IDLE_SECONDS,
    ),
    (
        Recommendation("ENABLE_SESSION_CONCURRENCY", "WARNING", "SESSIONS", 5),
        lambda f: not f.concurrent_active,
    ),
    (
        Recommendation("SET_SESSION_CONCURRENCY", "INFO", "SESSIONS", 2),
        lambda f: f.concurrent_active and f.concurrent_max > CONCURRENT_SESSIONS,
    ),
    (Recommendation("CONFIGURE_SSO", "INFO", "SSO", 6), lambda f: not f.has_sso),
    (Recommendation("ENABLE_IP_RESTRICTIONS", "INFO", "IP", 5), lambda f: not f.ip_active),
    (
        Recommendation("CHANGE_IP_TO_ALLOWLIST", "INFO", "IP", 2),
        lambda f: f.ip_active and f.ip_strategy == "BLOCK",
    ),
    (
        Recommendation("ENABLE_DOMAIN_RESTRICTIONS", "INFO", "DOMAIN", 4),
        lambda f: not f.domain_active,
    ),
    (
        Recommendation("CHANGE_DOMAIN_TO_ALLOWLIST", "INFO", "DOMAIN", 2),
        lambda f: f.domain_active and f.domain_strategy == "BLOCK",
    ),
)
COUNTRIES: Rule = (
    Recommendation("ENABLE_COUNTRY_RESTRICTIONS", "INFO", "COUNTRY", 2),
    lambda f: not f.country_active,
)


def list_recommendations(facts: SecurityFacts, *, knows_countries: bool) -> list[Recommendation]:
    """Severe ones first, and of the same severity what is worth most."""
    rules = [*RULES, COUNTRIES] if knows_countries else RULES
    found = [recommendation for recommendation, holds in rules if holds(facts)]
    severities = ("SEVERE", "WARNING", "INFO")
    return sorted(found, key=lambda one: (severities.index(one.severity), -one.points))


def compute_security_score(found: Sequence[Recommendation]) -> int:
    """A hundred, less the points of everything that is recommended."""
    return 100 - sum(one.points for one in found)
