"""The code of a sign-up: sent to the given number, or put into the mail."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.one_time_codes.models import CodePurpose, IssuedCode, OneTimeCodeRequest
from gatehouse.identity.phone_numbers import service as phone_numbers
from gatehouse.identity.signup.models import SignUp
from gatehouse.identity.signup.signup_choices import SignupChoices
from gatehouse.identity.text_messages import service as text_messages
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of


async def issue_signup_code(
    db: Db, resources: Resources, data: SignUp, nobody: UUID
) -> IssuedCode | None:
    """Issue a code, for known and unknown addresses alike, bound to the id that the browser gets, which
    no user has. The text message is sent here; a job puts the other code into the mail, and looks the
    user up."""
    if data.proves_number and data.phone_number:
        purpose = CodePurpose.SIGN_UP_BY_PHONE
        issued = await codes.issue_one_time_code(
            db, purpose, data.phone_number, None, bound_to=nobody
        )
        await text_messages.send_text_code(db, resources, data.phone_number, issued.code)
        return issued
    vendor = configuration_of(resources).vendor
    if vendor.activation_strategy == "link":
        return None
    lasts = timedelta(seconds=vendor.activation_code_seconds)
    return await codes.issue_one_time_code(
        db, CodePurpose.ACTIVATE, data.email, None, bound_to=nobody, lasts=lasts
    )


async def confirm_phone_code(
    db: Db,
    asked: OneTimeCodeRequest,
    *,
    user_id: UUID,
    token: str,
    code: str,
    chosen: SignupChoices | None,
) -> SignupChoices:
    """Check the code and return the choices that this browser keeps; no account is created by this.
    Raises `WrongCode`, also in another browser than the one that signed up, `CodeExpired` or
    `PhoneNumberTaken`."""
    if chosen is None or chosen.phone_number != asked.recipient:
        raise WrongCode("Enter the code in the browser that you signed up with")
    await codes.use_one_time_code(db, CodePurpose.SIGN_UP_BY_PHONE, token, code, bound_to=user_id)
    await phone_numbers.require_number_free(db, user_id, asked.recipient)
    return replace(chosen, proved_number=True)
