from fastapi import Response

from gatehouse.identity.passwords.schemas import Address, Token
from gatehouse.identity.phone_numbers.schemas import Code, Number
from gatehouse.identity.phone_reset import service
from gatehouse.identity.sign_in.public_call import PublicCall
from gatehouse.kit.router import Router
from gatehouse.kit.schemas import Wire

router = Router(prefix="/identity/resources/users/v1/phone", tags=["Phone numbers"])


class PhoneReset(Wire):
    email: Address


class PhoneResetBegun(Wire):
    reset_phone_number_token: str


class PhoneResetProof(Wire):
    reset_phone_number_token: Token
    code: Code


class PhoneResetProved(Wire):
    change_phone_number_token: str


class PhoneReplacement(Wire):
    change_phone_number_token: Token
    phone_number: Number


@router.post("/reset", summary="Have a code mailed that proves the mailbox")
async def request_phone_reset(call: PublicCall, data: PhoneReset) -> PhoneResetBegun:
    """The token of the next step, for known and unknown addresses alike. 403 ER-01012 where sign-in by
    phone is not offered."""
    token = await service.begin_phone_reset(call, data.email)
    return PhoneResetBegun(reset_phone_number_token=token)


@router.post("/reset/verify", summary="Prove the mailbox")
async def verify_phone_reset(call: PublicCall, data: PhoneResetProof) -> PhoneResetProved:
    """The token of the last step, for ten minutes and once. 401 ER-01011 for a wrong code, ER-01017 for an
    old one; five tries."""
    token = await service.confirm_phone_reset(call, data.reset_phone_number_token, data.code)
    return PhoneResetProved(change_phone_number_token=token)


@router.put("/change", summary="Name the new number")
async def replace_phone_number(call: PublicCall, data: PhoneReplacement) -> Response:
    """Empty 200. The number replaces the others when the user signs in with it by a code of a text
    message, within 15 minutes. 400 for text that is no number, 401 ER-01011 for a used or wrong token."""
    await service.replace_phone_number(call, data.change_phone_number_token, data.phone_number)
    return Response(status_code=200)
