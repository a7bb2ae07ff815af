"""Sign-up on the wire (wire reference §16.3)."""

from dataclasses import replace
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field, ValidationInfo, field_validator, model_validator

from gatehouse.directory.users.service import derive_name_from_email, normalize_email
from gatehouse.identity.captcha.schemas import Solution
from gatehouse.identity.passwords.schemas import Address, PasswordOrNone
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.signup.models import SignUp
from gatehouse.identity.text_messages.number import normalize_number
from gatehouse.identity.usernames.name import check_username as checked_name
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.refused_value import RefusedValue
from gatehouse.kit.schemas import Metadata, Phone, Spoken, Text, Wire
from gatehouse.kit.tenant_ids import ShownTenantId


class SignUpRequest(Wire):
    """`roleIds` is not read: the user becomes the administrator of a new company, or with an
    `invitationToken` a member of the company whose invite link it is; then `companyName` is not read
    either."""

    email: Address
    invitation_token: Text | None = None
    company_name: Spoken = Field(description="Empty or left out only with an `invitationToken`.")
    name: Spoken | None = None
    password: PasswordOrNone = None
    phone_number: Phone | None = None
    recaptcha_token: Solution | None = None
    metadata: Metadata = None

    @model_validator(mode="before")
    @classmethod
    def _fill_company_of_link(cls, given: Any) -> Any:
        """The hosted platform's form asks invited users for no company; it sends an empty one or none."""
        if isinstance(given, dict) and given.get("invitationToken"):
            return {"companyName": "", **given}
        return given

    @field_validator("company_name")
    @classmethod
    def _require_company_name(cls, name: str, info: ValidationInfo) -> str:
        if not name and not info.data.get("invitation_token"):
            raise RefusedValue("is required", "missing")
        return name

    def to_sign_up(self) -> SignUp:
        """Check the request. A missing name is replaced by the local part of the address. Raises
        `InvalidEmail`, and in the other forms `InvalidPhoneNumber` or `InvalidUsername`."""
        email = normalize_email(self.email)
        return SignUp(
            email=email,
            name=self.name or derive_name_from_email(email),
            company_name=self.company_name,
            password=self.password or None,
            phone_number=self.phone_number or None,
            metadata=self.metadata or {},
            captcha=self.recaptcha_token,
            invitation=token_hash(self.invitation_token) if self.invitation_token else None,
        )


class PhoneSignUpRequest(SignUpRequest):
    """Every account has an address, so `email` is needed too."""

    phone_number: Phone

    def to_sign_up(self) -> SignUp:
        number = normalize_number(self.phone_number or "")
        return replace(super().to_sign_up(), phone_number=number, proves_number=True)


class UsernameSignUpRequest(SignUpRequest):
    """Every account has an address, so `email` is needed too."""

    username: Annotated[Text, Field(examples=["kim.roe"])]

    def to_sign_up(self) -> SignUp:
        return replace(super().to_sign_up(), username=checked_name(self.username))


class SignUpAnswer(Wire):
    """`authResponse` is there when the user is signed in at once: `shouldActivate` is false. The ids are
    those of the new user and company; for a known address they are not real. `activationToken` goes to
    `activate/code` with the code that was sent, and with this `userId`."""

    should_activate: bool
    user_id: UUID
    tenant_id: ShownTenantId
    auth_response: LoginResponse | None = None
    activation_token: str | None = None
