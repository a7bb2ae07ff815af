"""Mail templates on the wire ("Email Templates")."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import BeforeValidator, Field, StringConstraints

from gatehouse.kit.schemas import EmailText, Name, Wire

MailType = Literal[
    "ResetPassword", "ActivateUser", "InviteToTenant", "PwnedPassword", "MagicLink", "OTC",
    "ConnectNewDevice", "UserUsedInvitation", "ResetPhoneNumber", "BulkInvitesToTenant", "MFAEnroll",
    "MFAUnenroll", "NewMFAMethod", "MFARecoveryCode", "RemoveMFAMethod", "EmailVerification",
    "BruteForceProtection", "SuspiciousIP", "MFAOTC", "ImpossibleTravel", "BotDetection",
    "SmsAuthenticationEnabled", "UnlockUser", "UnlockUserSuccess", "ActivateUserWithCode",
    "InviteToTenantWithCode", "VerifyNewEmail", "EmailAddressChanged", "ApprovalFlowApprove",
    "MergeAccounts", "AccountsMerged", "CountryRefused",
]  # fmt: skip

Blank = BeforeValidator(lambda value: None if value == "" else value)
Subject = Annotated[Name, StringConstraints(min_length=1)]
# May hold placeholders.
AddressText = Annotated[str, StringConstraints(max_length=2000, pattern=r"^[^\x00-\x1f\x7f]*$")]
Html = Annotated[
    str,
    StringConstraints(min_length=1, max_length=100_000, pattern=r"^[^\x00-\x08\x0b\x0e-\x1f]*$"),
]


class MailTemplateIn(Wire):
    """Omitted fields are as in the default. Placeholders stand in double braces, `{{link}}`; the
    available ones depend on the type, and the error lists them; `{{redirectURL}}` is another name of
    `{{link}}`. `redirectURL` and `successRedirectUrl` are stored and returned, and have no effect: links
    always lead to the sign-in pages."""

    type: MailType = Field(examples=["ResetPassword"])
    sender_email: Annotated[EmailText | None, Blank] = None
    subject: Annotated[Subject | None, Blank] = None
    from_name: Annotated[Name | None, Blank] = None
    html_template: Annotated[Html | None, Blank] = None
    redirect_url: Annotated[AddressText | None, Blank] = Field(None, alias="redirectURL")
    success_redirect_url: Annotated[AddressText | None, Blank] = None
    active: bool = True


class MailTemplateOut(Wire):
    """`id` is what deletes it; a default has none. `redirectURL` is where links lead; the patterns are what
    was sent."""

    id: UUID | None = None
    type: MailType
    html_template: str
    sender_email: str
    from_name: str
    subject: str
    redirect_url: str = Field(alias="redirectURL")
    success_redirect_url: str
    redirect_url_pattern: str | None = Field(None, alias="redirectURLPattern")
    success_redirect_url_pattern: str | None = None
    active: bool
