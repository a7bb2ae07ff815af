"""What a report says. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from gatehouse.reports.models import ActionCount, SecurityReport
from gatehouse.security_center.models import Recommendation, RecommendationCode, SecurityFacts

# What is counted, by the actions of the audit.
COUNTED: Mapping[str, tuple[str, ...]] = {
    "Sign-ins": ("user.authenticated",),
    "Failed sign-ins": ("user.failed_authentication",),
    "Locked users": ("user.locked_out",),
    "Invited users": ("user.invited",),
    "New users": ("user.activated",),
    "Removed users": ("user.removed", "user.left"),
}
MENDS: Mapping[RecommendationCode, str] = {
    "FORCE_MFA": "Require multi-factor authentication (MFA).",
    "BREACHED_PASSWORDS_EXIST": "Reset breached passwords.",
    "ENABLE_USER_LOCKOUT": "Lock account after failed attempts.",
    "STRENGTHEN_USER_LOCKOUT": "Lock accounts sooner.",
    "ENABLE_PASSWORD_HISTORY": "Block password reuse.",
    "STRENGTHEN_PASSWORD_HISTORY": "Block more previous passwords.",
    "ENABLE_FORCE_RELOGIN": "Require periodic sign-in.",
    "SET_FORCE_RELOGIN": "Shorten the maximum session length.",
    "ENABLE_SESSION_CONCURRENCY": "Limit concurrent sessions.",
    "SET_SESSION_CONCURRENCY": "Allow fewer concurrent sessions.",
    "ENABLE_IDLE_SESSION": "Sign out inactive users.",
    "SET_IDLE_SESSION": "Sign out inactive users sooner.",
    "ENABLE_IP_RESTRICTIONS": "Restrict IP addresses.",
    "CHANGE_IP_TO_ALLOWLIST": "Switch to an IP allowlist.",
    "ENABLE_DOMAIN_RESTRICTIONS": "Restrict email domains.",
    "CHANGE_DOMAIN_TO_ALLOWLIST": "Switch to a domain allowlist.",
    "ENABLE_COUNTRY_RESTRICTIONS": "Restrict countries.",
    "CONFIGURE_SSO": "Sign in through your identity provider.",
}


def build_activity_report(
    happened: Iterable[ActionCount], facts: SecurityFacts, period: str
) -> SecurityReport:
    known = {one.action: one for one in happened}
    figures = [
        (name, sum(known[action].n for action in actions if action in known))
        for name, actions in COUNTED.items()
    ]
    figures += [("Severe events", sum(one.severe for one in known.values()))]
    figures += [("Users", facts.people)]
    return SecurityReport(
        "Account activity", period, [(name, f"{number:,}") for name, number in figures], []
    )


def build_security_report(
    facts: SecurityFacts, found: Sequence[Recommendation], score: int, period: str
) -> SecurityReport:
    figures = [
        ("Security score", f"{score} of 100"),
        ("Users", f"{facts.people:,}"),
        ("Users with MFA", f"{facts.enrolled:,}"),
        ("Users with a breached password", f"{facts.breached:,}"),
        ("Inactive users", f"{facts.inactive:,}"),
    ]
    return SecurityReport("Account security", period, figures, [MENDS[one.code] for one in found])
