"""What is asked before a session starts: every case of the rules."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from gatehouse.identity.sign_in.errors import EmailNotVerified
from gatehouse.identity.sign_in.models import SignInCandidate, SignInFacts, SignInStep
from gatehouse.identity.sign_in.rules import find_next_step

SHOW, ENROLL = SignInStep.VERIFY_SECOND_FACTOR, SignInStep.ENROLL_SECOND_FACTOR


def situation(
    *amr: str,
    enrolled: bool = False,
    remembered: bool = False,
    enforce: str = "DontForce",
    verified: bool = True,
) -> SignInFacts:
    candidate = SignInCandidate(
        user_id=uuid4(),
        tenant_id=uuid4(),
        email="pat@example.test",
        name="Pat Doe",
        verified=verified,
        profile_picture_url=None,
        metadata={},
        invisible=False,
        is_super_user=False,
        tenant_ids=[],
        roles=[],
        permissions=[],
        mfa_enrolled=enrolled,
        remembered_at=datetime.now(UTC) if remembered else None,
        enforce_mfa=enforce,  # type: ignore[arg-type]
        is_restricted=False,
        user_version="1",
        has_signed_in=True,
        is_known_place=True,
        was_here_lately=True,
        has_failed_attempts=False,
        has_session_limit=False,
    )
    return SignInFacts(candidate, amr, may_enter_unverified=False)


@pytest.mark.parametrize(
    ("amr", "enrolled", "remembered", "enforce", "step"),
    [
        # no user is forced
        (["pwd"], False, False, "DontForce", None),
        (["pwd"], True, False, "DontForce", SHOW),
        (["pwd"], True, True, "DontForce", None),
        (["otp"], True, False, "DontForce", SHOW),
        (["sso"], True, False, "DontForce", SHOW),
        (["pwd", "otp", "mfa"], True, False, "DontForce", None),
        (["hwk", "mfa"], True, False, "DontForce", None),
        # all users are, whatever the first factor was
        (["pwd"], False, False, "Force", ENROLL),
        (["otp"], False, False, "Force", ENROLL),
        (["sms"], False, False, "Force", ENROLL),
        (["sso"], False, False, "Force", ENROLL),
        (["pwd"], True, False, "Force", SHOW),
        (["pwd"], True, True, "Force", None),
        (["pwd", "otp", "mfa"], False, False, "Force", None),
        (["hwk", "mfa"], False, False, "Force", None),
        # all users but those of another sign-in that is trusted
        (["pwd"], False, False, "ForceExceptSAML", ENROLL),
        (["sso"], False, False, "ForceExceptSAML", None),
        (["saml"], False, False, "ForceExceptSAML", None),
        (["sso"], True, False, "ForceExceptSAML", SHOW),
    ],
)
def test_the_rules_decide_between_mfa_and_enrollment(amr, enrolled, remembered, enforce, step):
    asked = find_next_step(
        situation(*amr, enrolled=enrolled, remembered=remembered, enforce=enforce)
    )
    assert asked == step


def test_an_address_is_proved_before_anything_is_enrolled():
    with pytest.raises(EmailNotVerified):
        find_next_step(situation("pwd", enforce="Force", verified=False))
