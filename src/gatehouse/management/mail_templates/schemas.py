"""Mail templates on the wire ("Email Templates")."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import BeforeValidator, Field, StringConstraints

from gatehouse.identity.email_addresses.schemas import Address
from gatehouse.kit.schemas import Name, Wire

MailType = Literal[
    "ResetPassword", "ActivateUser", "InviteToTenant", "PwnedPassword", "MagicLink", "OTC",
    "ConnectNewDevice", "UserUsedInvitation", "ResetPhoneNumber", "BulkInvitesToTenant", "MFAEnroll",
    "MFAUnenroll", "NewMFAMethod", "MFARecoveryCode", "RemoveMFAMethod", "EmailVerification",
    "BruteForceProtection", "SuspiciousIP", "MFAOTC", "ImpossibleTravel", "BotDetection",
    "SmsAuthenticationEnabled", "UnlockUser", "UnlockUserSuccess", "ActivateUserWithCode",
    "InviteToTenantWithCode", "VerifyNewEmail", "EmailAddressChanged", "ApprovalFlowApprove",
    "MergeAccounts", "AccountsMerged",
]  # fmt: skip

Blank = BeforeValidator(lambda value: None if value == "" else value)
Subject = Annotated[Name, StringConstraints(min_length=1)]
Html = Annotated[
    str,
    StringConstraints(min_length=1, max_length=100_000, pattern=r"^[^\x00-\x08\x0b\x0e-\x1f]*$"),
]


class MailTemplateIn(Wire):
    """What is missing is as in the default. Placeholders stand in double braces, `{{link}}`; which there are
    depends on the type, and the refusal names them. `redirectURL` and `successRedirectUrl` are accepted and
    ignored: links always lead to the sign-in pages."""

    type: MailType = Field(examples=["ResetPassword"])
    sender_email: Annotated[Address | None, Blank] = None
    subject: Annotated[Subject | None, Blank] = None
    from_name: Annotated[Name | None, Blank] = None
    html_template: Annotated[Html | None, Blank] = None
    active: bool = True


class MailTemplateOut(Wire):
    """`id` is what deletes it; a default has none."""

    id: UUID | None = None
    type: MailType
    html_template: str
    sender_email: str
    from_name: str
    subject: str
    redirect_url: str = Field(alias="redirectURL")
    success_redirect_url: str
    active: bool
