"""The tables of the document that are columns of the vendor's row."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from gatehouse.kit import clock
from gatehouse.kit.db import Command, Db
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.schemas import Line, Spoken
from gatehouse.vendor.configuration import models
from gatehouse.vendor.configuration.queries import VENDOR
from gatehouse.vendor.document.section import (
    ONLY,
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    Entries,
    LandingPlace,
    State,
    WebAddress,
)

Color = Annotated[str, StringConstraints(pattern=r"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")]


Kept = Annotated[Line, StringConstraints(max_length=200)]


class BrandSection(DocumentEntry):
    name: Annotated[Spoken, Field(min_length=1)] = Field(
        "Gatehouse", description="The product, in mail and on every page."
    )
    logo_url: WebAddress | None = Field(None, description="Picture with the name.")
    icon_url: WebAddress | None = Field(None, description="Small square picture.")
    accent_color: Color | None = Field(
        None,
        description="`#rrggbb`; the portal's primary color, unless `portal.adminBox` has a theme.",
    )
    white_label: bool = Field(True, description="Nothing on the pages names Gatehouse.")


class SignIn(DocumentEntry):
    auth_strategy: Literal[
        "EmailAndPassword", "MagicLink", "Code", "SmsCode", "NoLocalAuthentication"
    ] = Field(
        "EmailAndPassword",
        description="How people sign in first; the other ways are refused. `NoLocalAuthentication`: only "
        "with an account that they have elsewhere.",
    )
    allow_signups: bool = Field(True, description="Strangers may open an account of their own.")
    allow_not_verified_users_login: bool = Field(
        False, description="People may come in before they have proved their address."
    )
    api_tokens_enabled: bool = Field(
        True, description="People may make API tokens, and machines call with them."
    )
    force_permissions: bool = Field(True, description="The client hides what is not permitted.")
    machine_to_machine_auth_strategy: Literal["ClientCredentials", "AccessToken"] = Field(
        "ClientCredentials", description="What kind of API tokens people make."
    )
    sms_quick_login: bool = Field(
        False,
        description="Users who have signed in before in a browser may sign in again by a code in a text "
        "message.",
    )
    magic_link_same_device: bool = Field(
        True, description="A mailed link signs in only in the browser that asked for it."
    )
    allow_email_change: bool = Field(
        True, description="People may change their own address, and have several."
    )
    password_reset_by_sms: bool = Field(
        False,
        description="A code by text message allows a password reset, too, unless the user has a "
        "MFA factor. Numbers change hands more easily than mailboxes.",
    )
    activation_strategy: models.CodeOrLink = Field(
        "link",
        description="With `code` the mail about a new account has a code besides its link, for the page that "
        "signed up: the answer of the sign-up has an `activationToken`.",
    )
    activation_code_seconds: int = Field(
        600, ge=60, le=600, description="How long that code works, in seconds."
    )
    invitation_strategy: models.CodeOrLink = Field(
        "link",
        description="With `code` an invitation leads to `/account/invitation/code`, or for newcomers to "
        "`/account/activate/code`, which ask for the code in the mail.",
    )
    invitation_code_seconds: int = Field(
        259_200, ge=60, le=259_200, description="How long an invitation by code works, in seconds."
    )
    sign_up_by_phone_number: bool = Field(
        False, description="Users may enter a phone number at sign-up, and verify it by a code."
    )
    sign_up_by_username: bool = Field(False, description="Users may choose a username at sign-up.")
    unlock_by_mail: bool = Field(
        False,
        description="A user who is locked out after wrong passwords gets a mail with a link to "
        "`/account/unlock`, "
        "which ends the lock.",
    )
    home_url: LandingPlace | None = Field(
        None,
        description="Where people land who came from nowhere in particular, as after an invitation: a path "
        "here, such as `/oauth/portal`, or the address of your product. Without it, the licensing portal.",
    )


class Policies(DocumentEntry):
    cookie_same_site: Literal["STRICT", "LAX", "NONE"] = Field(
        "LAX", description="`SameSite` of the refresh cookie; `NONE` for products on other sites."
    )
    password_min_length: int | None = Field(
        None,
        ge=8,
        le=64,
        description="Fewest characters of a new password; without it "
        "`GATEHOUSE_PASSWORD_MIN_LENGTH` holds.",
    )
    lockout_enabled: bool = Field(
        True, description="Wrong passwords lock, for tenants that say nothing themselves."
    )
    lockout_max_attempts: int = Field(5, ge=3, le=100, description="How many, until they do.")
    password_history_enabled: bool = Field(
        False,
        description="Earlier passwords may not come back, for tenants that say nothing themselves.",
    )
    password_history_size: int = Field(
        5, ge=1, le=24, description="How many, the current one included."
    )
    mfa_enforcement: models.EnforceMfa = Field(
        "DontForce",
        description="Whether people have to bring a second factor, for tenants that say nothing "
        "themselves.",
    )
    mfa_remember_device: bool = Field(
        False, description="Whether a device may be remembered, so that it needs no second factor."
    )
    mfa_device_seconds: int = Field(
        1_209_600, ge=3600, le=31_536_000, description="For how long, in seconds."
    )
    block_breached_passwords: bool = Field(
        True,
        description="Users who sign in with a breached password have to set a new one first.",
    )
    temporary_users_enabled: bool = Field(
        True, description="People may be given access for a while, which then ends by itself."
    )
    delegation_enabled: bool = Field(
        True,
        description="Users with the permission may impersonate others; without this, impersonation is off.",
    )
    session_idle_enabled: bool = Field(
        False,
        description="Idle sessions end, for tenants without a policy of their own. Existing sessions "
        "are included.",
    )
    session_idle_seconds: int = Field(
        3600, ge=60, le=31_536_000, description="After how long, in seconds."
    )
    session_absolute_enabled: bool = Field(
        False,
        description="People sign in again after a time, used or not; without this after 30 days.",
    )
    session_absolute_seconds: int = Field(
        7_776_000, ge=300, le=31_536_000, description="After how long, in seconds."
    )
    session_concurrent_enabled: bool = Field(
        False, description="A sign-in beyond the most ends the oldest session of the person."
    )
    session_concurrent_max: int = Field(
        10, ge=1, le=1000, description="The most sessions of one person in one tenant."
    )


class SecondFactors(DocumentEntry):
    mfa_strategies: list[models.MfaStrategy] = Field(
        ["AuthenticatorApp", "WebAuthnPlatform", "WebAuthnCrossPlatform", "SMS", "EmailCode"],
        min_length=1,
        description="Factors that users may enroll. A user with a factor that is no longer offered can "
        "still use it.",
    )
    authenticator_name: Annotated[Spoken, Field(min_length=1)] | None = Field(
        None,
        description="What authenticator apps show beside the codes; without it the product's name.",
    )


class SingleSignOn(DocumentEntry):
    oidc_connections: bool = Field(
        True, description="Accounts may bring an identity provider of OpenID Connect."
    )
    oidc_redirect_uri: WebAddress | None = Field(
        None,
        description="Where providers of OpenID Connect send people back to; without it the sign-in page.",
    )
    verified_people_add_domains: bool = Field(
        False,
        description="The domain of an administrator's own verified address is validated when they add it.",
    )
    shared_domains: bool = Field(
        False, description="Several accounts may validate the same domain."
    )
    unspecified_tenant_strategy: models.UnspecifiedTenant = Field(
        "BLOCK",
        description="Where a domain is several accounts' and the sign-in names none: `BLOCK` leads to "
        "none of them, `FIRST_CREATED` to the oldest connection.",
    )
    use_active_tenant: bool = Field(
        False, description="Before that, to the account in which the person was last."
    )
    sso_excluded_emails: list[Annotated[str, StringConstraints(min_length=3, max_length=320)]] = (
        Field(
            [],
            max_length=500,
            description="People who do not sign in through their company, also where it requires that.",
        )
    )


class WorkspaceSection(DocumentEntry):
    """Values that infrastructure code for the hosted platform sets, and compares with what it reads."""

    country: Kept = Field("", description="Of your company.")
    backend_stack: Kept = Field("", description="What your product's server is made of.")
    frontend_stack: Kept = Field("", description="What its pages are made of.")
    open_saas_installed: bool = Field(False, description="As you set it.")
    host: Kept = Field("", description="Of the platform that you come from.")


class Billing(DocumentEntry):
    default_plan: str | None = Field(
        None, description="Key of the plan that an account without a subscription is shown."
    )
    allow_plan_downgrade: bool = Field(
        True, description="Accounts may change to a plan that costs less."
    )
    allow_plan_cancellation: bool = Field(
        True, description="Accounts may end their subscription, at the end of what is paid."
    )


def _build_section_reader(kind: type[DocumentEntry]) -> Callable[[Db], Awaitable[Entries]]:
    async def read(db: Db) -> Entries:
        found = kind.model_validate(await VENDOR.one(db))
        return {ONLY: found.model_dump(mode="json", exclude_none=True)}

    return read


def _build_section_writer(kind: type[DocumentEntry]) -> Callable[[Db, Changes], Awaitable[None]]:
    """The columns have the names of the fields."""
    columns = "".join(f", {name} = ${place}" for place, name in enumerate(kind.model_fields, 2))
    statement = Command(f"update vendor set updated_at = $1{columns}")

    async def write(db: Db, changes: Changes) -> None:
        _, after = changes[ONLY]
        await statement.run(db, clock.now(), *(after.get(name) for name in kind.model_fields))

    return write


SESSION_LIMITS = frozenset(name for name in Policies.model_fields if name.startswith("session_"))


_write_columns = _build_section_writer(Policies)


async def _write_policies(db: Db, changes: Changes) -> None:
    await _write_columns(db, changes)
    before, after = changes[ONLY]
    if any(before.get(name) != after.get(name) for name in SESSION_LIMITS):
        await enqueue(db, "sessions.inherit_limits")


def _define_section(
    name: str,
    text: str,
    kind: type[DocumentEntry],
    check: Callable[[State], Iterable[DocumentProblem]] = lambda _: (),
) -> DocumentSection:
    read, write = _build_section_reader(kind), _build_section_writer(kind)
    return DocumentSection(name, text, kind, read, write, single=True, check=check)


def _check_billing(state: State) -> Iterable[DocumentProblem]:
    wanted = state["billing"][ONLY].get("default_plan")
    if wanted is not None and wanted not in state["plans"]:
        text = f"the plan {wanted!r} does not exist"
        yield DocumentProblem("billing.default_plan", text, "no_plan", {"name": wanted})


BRAND = _define_section("brand", "What people see of you.", BrandSection)
SIGN_IN = _define_section("sign_in", "How people come in.", SignIn)
SECOND_FACTORS = _define_section("second_factors", "What people show besides.", SecondFactors)
POLICIES = DocumentSection(
    "policies",
    "Security policies of all accounts.",
    Policies,
    _build_section_reader(Policies),
    _write_policies,
    single=True,
)
SINGLE_SIGN_ON = _define_section("sso", "Sign-in through companies' own providers.", SingleSignOn)
WORKSPACE = _define_section(
    "workspace",
    "What infrastructure code keeps here, so that it finds it again. Nothing here depends on it.",
    WorkspaceSection,
)
BILLING = _define_section("billing", "What accounts pay you by card.", Billing, _check_billing)
