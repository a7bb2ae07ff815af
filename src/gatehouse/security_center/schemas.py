"""The security center on the wire (wire-api §16)."""

from dataclasses import asdict

from gatehouse.kit.schemas import Wire
from gatehouse.security_center import models, recommendations


class MfaFacts(Wire):
    enrolled_users_count: int


class InactivityFacts(Wire):
    """`staleUsersCount` have not signed in for 90 days."""

    stale_users_count: int


class PasswordFacts(Wire):
    """How many passwords should be remembered, and after how many wrong ones users should be locked out."""

    breached_password_users_count: int
    history_recommendations: int
    user_lockout_recommendation: int


class SessionFacts(Wire):
    """`configuredSessionSettings` of three are on. Recommended values: seconds, and sessions of a user."""

    configured_session_settings: int
    force_relogin_recommendation: int
    concurrency_recommendation: int
    idle_timeout_recommendation: int


class RestrictionFacts(Wire):
    """Entries of the lists in force."""

    ips_count: int
    domains_count: int


class SecurityMetadata(Wire):
    """What matters to the category."""

    total_users: int | None = None
    mfa: MfaFacts | None = None
    inactivity: InactivityFacts | None = None
    password: PasswordFacts | None = None
    sessions: SessionFacts | None = None
    restrictions: RestrictionFacts | None = None

    @classmethod
    def from_facts(
        cls, category: models.Category, facts: models.SecurityFacts
    ) -> "SecurityMetadata":
        match category:
            case "MFA":
                return cls(
                    total_users=facts.people, mfa=MfaFacts(enrolled_users_count=facts.enrolled)
                )
            case "PASSWORD":
                return cls(total_users=facts.people, password=_to_password_facts(facts))
            case "SESSIONS" | "INACTIVITY":
                stale = InactivityFacts(stale_users_count=facts.inactive)
                return cls(
                    total_users=facts.people, inactivity=stale, sessions=_to_session_facts(facts)
                )
            case "IP" | "DOMAIN":
                counts = RestrictionFacts(ips_count=facts.ips, domains_count=facts.domains)
                return cls(restrictions=counts)
        return cls()


def _to_password_facts(facts: models.SecurityFacts) -> PasswordFacts:
    return PasswordFacts(
        breached_password_users_count=facts.breached,
        history_recommendations=recommendations.HISTORY_SIZE,
        user_lockout_recommendation=recommendations.LOCKOUT_ATTEMPTS,
    )


def _to_session_facts(facts: models.SecurityFacts) -> SessionFacts:
    return SessionFacts(
        configured_session_settings=facts.session_settings,
        force_relogin_recommendation=recommendations.RELOGIN_SECONDS,
        concurrency_recommendation=recommendations.CONCURRENT_SESSIONS,
        idle_timeout_recommendation=recommendations.IDLE_SECONDS,
    )


class RecommendationOut(Wire):
    """The score lacks `points` for it."""

    code: models.RecommendationCode
    severity: models.Severity
    category: models.Category
    points: int
    metadata: SecurityMetadata

    @classmethod
    def from_row(
        cls, one: models.Recommendation, facts: models.SecurityFacts
    ) -> "RecommendationOut":
        return cls(**asdict(one), metadata=SecurityMetadata.from_facts(one.category, facts))


class InsightOut(Wire):
    code: models.InsightCode
    category: models.Category
    metadata: SecurityMetadata

    @classmethod
    def from_row(cls, one: models.Insight, facts: models.SecurityFacts) -> "InsightOut":
        return cls(**asdict(one), metadata=SecurityMetadata.from_facts(one.category, facts))


class Scoring(Wire):
    """From 0 to 100: a hundred, less the points of every recommendation."""

    score: int


class RecommendationList(Wire):
    items: list[RecommendationOut]


class InsightList(Wire):
    items: list[InsightOut]


class SecurityRecommendations(Wire):
    scoring: Scoring
    recommendations: RecommendationList


class SecurityInsights(Wire):
    insights: InsightList
