"""What would make a tenant safer, and how many points of a hundred it is worth."""

from collections.abc import Callable, Sequence

from gatehouse.security_center import recommended
from gatehouse.security_center.models import Recommendation, SecurityFacts

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
        lambda f: f.lockout_enabled and f.lockout_max_attempts > recommended.LOCKOUT_ATTEMPTS,
    ),
    (
        Recommendation("ENABLE_PASSWORD_HISTORY", "WARNING", "PASSWORD", 6),
        lambda f: not f.history_enabled,
    ),
    (
        Recommendation("STRENGTHEN_PASSWORD_HISTORY", "INFO", "PASSWORD", 3),
        lambda f: f.history_enabled and f.history_size < recommended.HISTORY_SIZE,
    ),
    (
        Recommendation("ENABLE_FORCE_RELOGIN", "WARNING", "SESSIONS", 6),
        lambda f: not f.relogin_active,
    ),
    (
        Recommendation("SET_FORCE_RELOGIN", "INFO", "SESSIONS", 3),
        lambda f: f.relogin_active and f.relogin_seconds > recommended.RELOGIN_SECONDS,
    ),
    (
        Recommendation("ENABLE_IDLE_SESSION", "WARNING", "INACTIVITY", 6),
        lambda f: not f.idle_active,
    ),
    (
        Recommendation("SET_IDLE_SESSION", "INFO", "INACTIVITY", 3),
        lambda f: f.idle_active and f.idle_seconds > recommended.IDLE_SECONDS,
    ),
    (
        Recommendation("ENABLE_SESSION_CONCURRENCY", "WARNING", "SESSIONS", 5),
        lambda f: not f.concurrent_active,
    ),
    (
        Recommendation("SET_SESSION_CONCURRENCY", "INFO", "SESSIONS", 2),
        lambda f: f.concurrent_active and f.concurrent_max > recommended.CONCURRENT_SESSIONS,
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


def security_score(found: Sequence[Recommendation]) -> int:
    """A hundred, less the points of everything that is recommended."""
    return 100 - sum(one.points for one in found)
