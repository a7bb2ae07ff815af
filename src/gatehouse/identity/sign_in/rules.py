"""Rules of a sign-in, in order. A rule refuses, requires a step, or passes."""

from collections.abc import Callable

from gatehouse.identity.sign_in import errors
from gatehouse.identity.sign_in.models import FEDERATED, SignInFacts, SignInStep

Rule = Callable[[SignInFacts], SignInStep | None]


def require_sso(facts: SignInFacts) -> SignInStep | None:
    """Require SSO if the tenant enforces it; a local password would survive offboarding."""
    if facts.candidate.sso_required and FEDERATED.isdisjoint(facts.amr):
        raise errors.sso_required_error()
    return None


def require_application_access(facts: SignInFacts) -> SignInStep | None:
    if not facts.candidate.admitted:
        raise errors.NotOfApplication("You do not have access to this application")
    return None


def require_verified_email(facts: SignInFacts) -> SignInStep | None:
    if not facts.candidate.verified and not facts.may_enter_unverified:
        raise errors.EmailNotVerified(errors.VERIFY_FIRST)
    return None


def choose_breached_password_step(facts: SignInFacts) -> SignInStep | None:
    """Require a password reset when the password was found in a data breach, because anyone may know it."""
    return SignInStep.RESET_PASSWORD if facts.breached else None


def choose_mfa_step(facts: SignInFacts) -> SignInStep | None:
    """Require MFA of a user who has a factor, except in a remembered browser."""
    candidate = facts.candidate
    if not candidate.mfa_enrolled or facts.has_completed_mfa or candidate.is_remembered:
        return None
    return SignInStep.VERIFY_SECOND_FACTOR


def choose_mfa_enrollment_step(facts: SignInFacts) -> SignInStep | None:
    """Require enrollment of a factor where the tenant requires MFA and the user has none."""
    candidate = facts.candidate
    if candidate.mfa_enrolled or facts.has_completed_mfa or not facts.is_mfa_enforced:
        return None
    return SignInStep.ENROLL_SECOND_FACTOR


def choose_expired_password_step(facts: SignInFacts) -> SignInStep | None:
    """Require replacement of an expired password. Last, so that a password alone is not enough to get
    here."""
    return SignInStep.REPLACE_PASSWORD if facts.has_expired_password else None


RULES: tuple[Rule, ...] = (
    require_sso,
    require_application_access,
    require_verified_email,
    choose_breached_password_step,
    choose_mfa_step,
    choose_mfa_enrollment_step,
    choose_expired_password_step,
)


def find_next_step(facts: SignInFacts) -> SignInStep | None:
    """Find the first step that a rule requires; None when the user may sign in. Raises a rule's refusal."""
    for rule in RULES:
        step = rule(facts)
        if step is not None:
            return step
    return None
