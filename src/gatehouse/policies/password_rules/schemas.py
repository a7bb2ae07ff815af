"""The password rules as clients read them."""

from typing import Literal

from pydantic import Field

from gatehouse.kit.schemas import Wire


class RequiredTests(Wire):
    check_three_repeated_chars: bool = False


class OptionalTests(Wire):
    require_lowercase: bool = False
    require_uppercase: bool = False
    require_numbers: bool = False
    require_special_chars: bool = False


class PasswordConfig(Wire):
    """Lengths in characters. No composition is required (NIST SP 800-63B-4 §3.1.1.2), so every test is off.
    `blockPwnedPasswords`: a password known from a breach is refused at sign-in; a new password known from a
    breach is always refused."""

    min_length: int
    max_length: int
    allow_passphrases: bool = True
    min_phrase_length: int
    min_optional_tests_to_pass: int = 0
    block_pwned_passwords: bool = True
    required_tests: RequiredTests = Field(default_factory=RequiredTests)
    optional_tests: OptionalTests = Field(default_factory=OptionalTests)


class RecoveryStrategy(Wire):
    """Recovery method for a forgotten password."""

    strategy: Literal["email", "sms"]
    is_active: bool
