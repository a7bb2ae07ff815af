from typing import Any

from fastapi import Response

from gatehouse.identity.factors.service import mask_phone_number
from gatehouse.identity.passwordless import jobs as _jobs  # noqa: F401  registers them
from gatehouse.identity.passwordless import requests, service
from gatehouse.identity.passwordless.models import PasswordlessKind
from gatehouse.identity.passwordless.schemas import Postlogin, Prelogin, SmsPrelogin, SmsSent
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in.context import PARAMETERS
from gatehouse.identity.sign_in.public_call import PublicCall
from gatehouse.kit.router import Router

router = Router(prefix="/identity/resources/auth/v1/passwordless", tags=["Passwordless"])

POSTLOGIN: dict[str, Any] = {
    "status_code": 201,
    "response_model": LoginResponse,
    "openapi_extra": {"parameters": PARAMETERS},
}


@router.post("/code/prelogin", status_code=201, summary="Have a code mailed to sign in with")
async def request_mailed_code(call: PublicCall, data: Prelogin) -> Response:
    """Empty 201 for every address, known or not, and a cookie without which the code does not count. 403
    ER-01012 when the vendor offers another way."""
    response = Response(status_code=201)
    await requests.request_sign_in_code(
        call, response, PasswordlessKind.CODE, data.read_identifier(), data.recaptcha_token
    )
    return response


@router.post("/magiclink/prelogin", summary="Have a link mailed to sign in with")
async def request_magic_link(call: PublicCall, data: Prelogin) -> Response:
    """Empty 200 for every address, known or not, and a cookie: unless the vendor says otherwise, the link
    works only in this browser. 403 ER-01012 when the vendor offers another way."""
    response = Response(status_code=200)
    await requests.request_magic_link(call, response, data.read_identifier(), data.recaptcha_token)
    return response


@router.post(
    "/smscode/prelogin",
    status_code=201,
    response_model_exclude_none=True,
    summary="Get a code by text message to sign in with",
)
async def request_texted_code(call: PublicCall, response: Response, data: SmsPrelogin) -> SmsSent:
    """One answer for every user, known or not, and a cookie without which the code does not count. It
    goes to a number that its owner has verified. 403 ER-01012 when the vendor offers another way; by
    quick login only `userId` identifies a user."""
    named = data.read_identifier()
    await requests.request_sign_in_code(
        call, response, PasswordlessKind.SMS_CODE, named, data.recaptcha_token
    )
    number = mask_phone_number(named.value) if named.by == "phone_number" else None
    return SmsSent(phone_number=number)


@router.post("/code/postlogin", **POSTLOGIN, summary="Sign in with a mailed code")
async def sign_in_with_mailed_code(call: PublicCall, data: Postlogin) -> Response:
    """The login answer. 401 ER-01011 for a wrong code, ER-01017 for an old one; five tries each."""
    return await service.sign_in_without_password(call, PasswordlessKind.CODE, data)


@router.post("/smscode/postlogin", **POSTLOGIN, summary="Sign in with a code of a text message")
async def sign_in_with_texted_code(call: PublicCall, data: Postlogin) -> Response:
    """The login answer, for a code from a text message. 401 ER-01011 for a wrong code, ER-01017 for an
    old one; five tries each."""
    return await service.sign_in_without_password(call, PasswordlessKind.SMS_CODE, data)


@router.post("/magiclink/postlogin", **POSTLOGIN, summary="Sign in with a mailed link")
async def sign_in_with_magic_link(call: PublicCall, data: Postlogin) -> Response:
    """The login answer. 401 ER-01014 for an old link, ER-01015 for none or a used one, ER-01016 in
    another browser than the one that requested it."""
    return await service.sign_in_without_password(call, PasswordlessKind.MAGIC_LINK, data)
