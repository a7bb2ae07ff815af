"""Rules of a sign-in, in order. A rule refuses, requires a step, or passes."""

from collections.abc import Callable

from gatehouse.identity.sign_in import errors
from gatehouse.identity.sign_in.models import FEDERATED, SignInFacts, SignInStep

Rule = Callable[[SignInFacts], SignInStep | None]


def company_vouches(facts: SignInFacts) -> SignInStep | None:
    """Require SSO if the tenant enforces it; a local password would survive offboarding."""
    if facts.candidate.sso_required and FEDERATED.isdisjoint(facts.amr):
        raise errors.sso_required()
    return None


def application_is_theirs(facts: SignInFacts) -> SignInStep | None:
    if not facts.candidate.admitted:
        raise errors.NotOfApplication("You do not have access to this application")
    return None


def address_is_proved(facts: SignInFacts) -> SignInStep | None:
    if not facts.candidate.verified and not facts.may_enter_unverified:
        raise errors.EmailNotVerified(errors.VERIFY_FIRST)
    return None


def password_is_their_secret(facts: SignInFacts) -> SignInStep | None:
    """Require a password reset when the password was found in a data breach, because anyone may know it."""
    return SignInStep.RESET_PASSWORD if facts.breached else None


def second_factor_is_shown(facts: SignInFacts) -> SignInStep | None:
    """Require MFA of a user who has a factor, except in a remembered browser."""
    candidate = facts.candidate
    if not candidate.mfa_enrolled or facts.has_two_factors or candidate.is_remembered:
        return None
    return SignInStep.VERIFY_SECOND_FACTOR


def second_factor_is_enrolled(facts: SignInFacts) -> SignInStep | None:
    """Require enrollment of a factor where the tenant requires MFA and the user has none."""
    candidate = facts.candidate
    if candidate.mfa_enrolled or facts.has_two_factors or not facts.is_forced:
        return None
    return SignInStep.ENROLL_SECOND_FACTOR


def password_is_not_too_old(facts: SignInFacts) -> SignInStep | None:
    """Require replacement of an expired password. Last, so that a password alone is not enough to get
    here."""
    return SignInStep.REPLACE_PASSWORD if facts.has_old_password else None


RULES: tuple[Rule, ...] = (
    company_vouches,
    application_is_theirs,
    address_is_proved,
    password_is_their_secret,
    second_factor_is_shown,
    second_factor_is_enrolled,
    password_is_not_too_old,
)


def next_step(facts: SignInFacts) -> SignInStep | None:
    """Find the first step that a rule requires; None when the user may sign in. Raises a rule's refusal."""
    for rule in RULES:
        step = rule(facts)
        if step is not None:
            return step
    return None
