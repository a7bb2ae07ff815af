"""Rules that every new password must meet, wherever it is set.

Length: 15 characters unless the operator configures another minimum, because here a password can be the only
factor (NIST SP 800-63B-4 §3.1.1.2; OWASP ASVS 5.0 §6.2.1 asks for 8 and recommends 15). With MFA required for
all users, `GATEHOUSE_PASSWORD_MIN_LENGTH=8` is the lowest value. No composition rules, no forced change, no
truncation, upper and lower case kept.
"""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from gatehouse.kit.hashing import normalize_password
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import Wire
from gatehouse.kit.subprocess_pool import SubprocessPools
from gatehouse.policies import errors
from gatehouse.policies.password_rules.breached import is_breached, is_common_password
from gatehouse.policies.password_rules.strength import (
    is_personal_password,
    is_weak_password,
    list_guessable_words,
)
from gatehouse.policies.settings import PasswordSettings
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.current import configuration_of


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


MAX_LENGTH = 256  # characters; bounds the work of hashing


def get_min_password_length(settings: PasswordSettings, configuration: Snapshot) -> int:
    """Minimum length from the vendor's configuration, else from the settings."""
    return configuration.vendor.password_min_length or settings.password_min_length


def build_password_config(settings: PasswordSettings, configuration: Snapshot) -> PasswordConfig:
    shortest = get_min_password_length(settings, configuration)
    return PasswordConfig(
        min_length=shortest,
        max_length=MAX_LENGTH,
        min_phrase_length=shortest,
        block_pwned_passwords=configuration.vendor.block_breached_passwords,
    )


def is_password_blocked(resources: Resources, password: str) -> bool:
    """Whether sign-in with this password is blocked because it is known from a breach."""
    if not configuration_of(resources).vendor.block_breached_passwords:
        return False
    return is_breached(password, resources[PasswordSettings].breached_passwords_file)


async def check_password(resources: Resources, password: str, *, about: Iterable[str]) -> None:
    """Check that a password is strong enough. `about` holds the names of the user, company and product.

    Raises `PasswordTooShort`, `PasswordTooLong`, `PasswordBreached`, `PasswordTooPersonal` or
    `PasswordTooWeak`, whose messages say what to do; `Overloaded` when too many passwords are being checked
    concurrently.
    """
    settings = resources[PasswordSettings]
    shortest = get_min_password_length(settings, configuration_of(resources))
    password = normalize_password(password)
    if len(password) < shortest:
        raise errors.PasswordTooShort(
            f"Use at least {shortest} characters. A short sentence is easy to remember.",
            min_length=shortest,
        )
    if len(password) > MAX_LENGTH:
        raise errors.PasswordTooLong(f"Use at most {MAX_LENGTH} characters", max_length=MAX_LENGTH)
    if is_breached(password, settings.breached_passwords_file):
        raise errors.PasswordBreached(
            "This password was found in a data breach. Choose another one."
        )
    words = list_guessable_words(about)
    if is_personal_password(password, words):
        raise errors.PasswordTooPersonal(
            "Do not use a password made up of your name, company or email address"
        )
    if await is_weak_password(resources[SubprocessPools], password, words):
        raise errors.PasswordTooWeak("This password is easy to guess. Add a word or two.")
    if is_common_password(password):
        raise errors.PasswordBreached("This password is too common. Choose another one.")
