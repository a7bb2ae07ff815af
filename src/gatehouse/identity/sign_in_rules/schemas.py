from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from gatehouse.kit.schemas import Spoken, Wire
from gatehouse.policies.general import GlobalPolicy
from gatehouse.vendor.configuration.models import CodeOrLink, EnforceMfa, MfaStrategy


class VendorPolicy(GlobalPolicy):
    """`publicKey` (PEM) verifies access tokens; `jwtAlgorithm` is the default application's.
    `forceSameDeviceOnAuth` is of mailed links, and `defaultPasswordlessTokenExpiration` their seconds.
    Fields with only one possible value are fixed here."""

    jwt_algorithm: str
    machine_to_machine_auth_strategy: str
    allow_not_verified_users_login: bool
    force_permissions: bool
    auth_strategy: str
    force_same_device_on_auth: bool
    default_passwordless_token_expiration: int
    allow_tenant_invitations: Literal[True] = True
    rotate_refresh_tokens: Literal[True] = True
    add_roles_to_jwt: Literal[True] = True
    add_permissions_to_jwt: Literal[True] = True
    add_saml_attributes_to_jwt: Literal[False] = False


class VendorPolicyChange(Wire):
    """Omitted fields stay. Lifetimes in seconds, of the default application."""

    default_token_expiration: int | None = Field(None, ge=30, le=86_400)
    default_refresh_token_expiration: int | None = Field(None, ge=300, le=31_536_000)
    cookie_same_site: Literal["STRICT", "LAX", "NONE"] | None = None
    machine_to_machine_auth_strategy: Literal["ClientCredentials", "AccessToken"] | None = None
    allow_signups: bool | None = None
    allow_not_verified_users_login: bool | None = None
    api_tokens_enabled: bool | None = None
    force_permissions: bool | None = None
    jwt_algorithm: Literal["RS256", "ES256"] | None = None
    auth_strategy: (
        Literal["EmailAndPassword", "MagicLink", "Code", "SmsCode", "NoLocalAuthentication"] | None
    ) = None
    force_same_device_on_auth: bool | None = None


class BasicPolicy(Wire):
    force_permissions: bool
    machine_to_machine_auth_strategy: str


class NoRequiredTests(Wire):
    check_three_repeated_chars: Literal[False] = False


class NoOptionalTests(Wire):
    require_lowercase: Literal[False] = False
    require_uppercase: Literal[False] = False
    require_numbers: Literal[False] = False
    require_special_chars: Literal[False] = False


class PasswordRulesChange(Wire):
    """Omitted fields stay. Composition rules are not supported (NIST SP 800-63B-4 §3.1.1.2), and the
    maximum length is fixed: other values are refused."""

    min_length: int | None = Field(None, ge=8, le=64)
    min_phrase_length: int | None = Field(None, ge=8, le=64)
    block_pwned_passwords: bool | None = None
    allow_passphrases: Literal[True] | None = None
    max_length: Literal[256] | None = None
    min_optional_tests_to_pass: Literal[0] | None = None
    required_tests: NoRequiredTests | None = None
    optional_tests: NoOptionalTests | None = None

    @model_validator(mode="after")
    def one_length(self) -> Self:
        if self.min_phrase_length and self.min_phrase_length != self.min_length:
            raise ValueError(
                "minPhraseLength: must equal minLength, because passphrases are passwords"
            )
        return self


class MfaRulesChange(Wire):
    """Omitted fields stay; for tenants without their own rules."""

    enforce_mfa_type: EnforceMfa | None = Field(None, alias="enforceMFAType")
    allow_remember_my_device: bool | None = None
    mfa_device_expiration: int | None = Field(None, ge=3600, le=31_536_000)


class AppFactor(Wire):
    """`serviceName` is what apps show beside the codes: the product's name, unless it is set."""

    active: bool
    service_name: str


class SmsFactor(Wire):
    active: bool
    token_lifetime_seconds: int


class EmailFactor(SmsFactor):
    sender: str


class SecondFactors(Wire):
    authentication_app: AppFactor
    sms: SmsFactor
    email: EmailFactor


class FactorSwitch(Wire):
    """Only `active` is changed here: the rest comes from elsewhere in the configuration."""

    active: bool


class AppFactorChange(FactorSwitch):
    """`serviceName` is what apps show beside the codes, where it is given and not empty."""

    service_name: Annotated[Spoken, Field(max_length=200)] | None = None


class SecondFactorsChange(Wire):
    authentication_app: AppFactorChange | None = None
    sms: FactorSwitch | None = None
    email: FactorSwitch | None = None


class MfaStrategyChange(Wire):
    strategy: MfaStrategy
    is_active: bool


class CodeStrategy(Wire):
    """`codeExpiration` in seconds."""

    strategy: CodeOrLink
    code_expiration: int


class ActivationStrategyChange(Wire):
    """Omitted fields stay. `codeExpiration` in seconds."""

    strategy: CodeOrLink | None = None
    code_expiration: int | None = Field(None, ge=60, le=600)


class InvitationStrategyChange(Wire):
    """Omitted fields stay. `codeExpiration` in seconds."""

    strategy: CodeOrLink | None = None
    code_expiration: int | None = Field(None, ge=60, le=259_200)


class Delegation(Wire):
    """Whether impersonation is allowed."""

    enabled: bool


class DelegationChange(Wire):
    """Omitted fields stay."""

    enabled: bool | None = None
