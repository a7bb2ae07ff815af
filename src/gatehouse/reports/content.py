"""What a report says. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from gatehouse.reports.models import ActionCount, SecurityReport
from gatehouse.security_center.models import Recommendation, RecommendationCode, SecurityFacts

# What is counted, by the actions of the audit.
COUNTED: Mapping[str, tuple[str, ...]] = {
    "Sign-ins": ("user.authenticated",),
    "Refused sign-ins": ("user.failed_authentication",),
    "People locked out": ("user.locked_out",),
    "People invited": ("user.invited",),
    "People who joined": ("user.activated",),
    "People removed": ("user.removed", "user.left"),
}
MENDS: Mapping[RecommendationCode, str] = {
    "FORCE_MFA": "Require multi-factor authentication (MFA) for all users.",
    "BREACHED_PASSWORDS_EXIST": "Have people with a breached password set another.",
    "ENABLE_USER_LOCKOUT": "Lock accounts after wrong passwords.",
    "STRENGTHEN_USER_LOCKOUT": "Lock accounts after fewer wrong passwords.",
    "ENABLE_PASSWORD_HISTORY": "Refuse passwords that were used before.",
    "STRENGTHEN_PASSWORD_HISTORY": "Remember more of the passwords that were used before.",
    "ENABLE_FORCE_RELOGIN": "Have people sign in again after a while.",
    "SET_FORCE_RELOGIN": "Have people sign in again sooner.",
    "ENABLE_SESSION_CONCURRENCY": "Limit concurrent sessions per user.",
    "SET_SESSION_CONCURRENCY": "Allow fewer sessions at once.",
    "ENABLE_IDLE_SESSION": "End idle sessions.",
    "SET_IDLE_SESSION": "End idle sessions sooner.",
    "ENABLE_IP_RESTRICTIONS": "Say from which addresses people may come.",
    "CHANGE_IP_TO_ALLOWLIST": "Name the IP addresses that may come, not those that may not.",
    "ENABLE_DOMAIN_RESTRICTIONS": "Say which e-mail domains may be invited.",
    "CHANGE_DOMAIN_TO_ALLOWLIST": "Name the e-mail domains that may be invited, not those that may not.",
    "ENABLE_COUNTRY_RESTRICTIONS": "Say from which countries people may come.",
    "CONFIGURE_SSO": "Let people sign in with your identity provider.",
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
    figures += [("People in the account", facts.people)]
    return SecurityReport(
        "Account activity", period, [(name, f"{number:,}") for name, number in figures], []
    )


def build_security_report(
    facts: SecurityFacts, found: Sequence[Recommendation], score: int, period: str
) -> SecurityReport:
    figures = [
        ("Security score", f"{score} of 100"),
        ("People in the account", f"{facts.people:,}"),
        ("With a second factor", f"{facts.enrolled:,}"),
        ("With a breached password", f"{facts.breached:,}"),
        ("Long away", f"{facts.inactive:,}"),
    ]
    return SecurityReport("Account security", period, figures, [MENDS[one.code] for one in found])
