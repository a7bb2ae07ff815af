"""Confirm the code that a sign-up by phone number sent."""

from dataclasses import replace
from uuid import UUID

from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.one_time_codes.service import CodePurpose, OneTimeCodeRequest
from gatehouse.identity.phone_numbers import service
from gatehouse.identity.signup.signup_choices import SignupChoices
from gatehouse.kit.db import Db


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
        raise WrongCode("Bring the code in the browser in which you signed up")
    await codes.use_one_time_code(db, CodePurpose.SIGN_UP_BY_PHONE, token, code, bound_to=user_id)
    await service.must_be_free(db, user_id, asked.recipient)
    return replace(chosen, proved_number=True)
