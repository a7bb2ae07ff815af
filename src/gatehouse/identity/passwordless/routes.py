from typing import Any

from fastapi import Request, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.identity.factors.service import mask_phone_number
from gatehouse.identity.passwordless import jobs as _jobs  # noqa: F401  registers them
from gatehouse.identity.passwordless import requests
from gatehouse.identity.passwordless.models import PasswordlessKind
from gatehouse.identity.passwordless.requests import ask_for_code, ask_for_link
from gatehouse.identity.passwordless.schemas import Postlogin, Prelogin, SmsPrelogin, SmsSent
from gatehouse.identity.passwordless.service import enter_with_code, enter_with_link
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in.context import PARAMETERS, door_of
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.kit.router import Router

router = Router(prefix="/identity/resources/auth/v1/passwordless", tags=["Passwordless"])

POSTLOGIN: dict[str, Any] = {
    "status_code": 201,
    "response_model": LoginResponse,
    "openapi_extra": {"parameters": PARAMETERS},
}


@router.post("/code/prelogin", status_code=201, summary="Have a code mailed to sign in with")
async def request_mailed_code(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    data: Prelogin,
) -> Response:
    """Empty 201 for every address, known or not, and a cookie without which the code does not count. 403
    ER-01012 when the vendor offers another way."""
    held = requests.read_browser_token(request.cookies, resources, PasswordlessKind.CODE)
    token = await ask_for_code(
        db, resources, client, PasswordlessKind.CODE, data.named(), held, data.recaptcha_token
    )
    return _requested_response(Response(status_code=201), resources, PasswordlessKind.CODE, token)


@router.post("/magiclink/prelogin", summary="Have a link mailed to sign in with")
async def request_magic_link(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    data: Prelogin,
) -> Response:
    """Empty 200 for every address, known or not, and a cookie: unless the vendor says otherwise, the link
    works only in this browser. 403 ER-01012 when the vendor offers another way."""
    held = requests.read_browser_token(request.cookies, resources, PasswordlessKind.MAGIC_LINK)
    token = await ask_for_link(db, resources, client, data.named(), held, data.recaptcha_token)
    return _requested_response(
        Response(status_code=200), resources, PasswordlessKind.MAGIC_LINK, token
    )


@router.post(
    "/smscode/prelogin",
    status_code=201,
    response_model_exclude_none=True,
    summary="Get a code by text message to sign in with",
)
async def request_texted_code(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    response: Response,
    data: SmsPrelogin,
) -> SmsSent:
    """One answer for every user, known or not, and a cookie without which the code does not count. It
    goes to a number that its owner has verified. 403 ER-01012 when the vendor offers another way; by
    quick login only `userId` identifies a user."""
    named = data.named()
    held = requests.read_browser_token(request.cookies, resources, PasswordlessKind.SMS_CODE)
    token = await ask_for_code(
        db, resources, client, PasswordlessKind.SMS_CODE, named, held, data.recaptcha_token
    )
    requests.set_browser_token(response, resources, PasswordlessKind.SMS_CODE, token)
    number = mask_phone_number(named.value) if named.by == "phone_number" else None
    return SmsSent(phone_number=number)


@router.post("/code/postlogin", **POSTLOGIN, summary="Sign in with a mailed code")
async def sign_in_with_mailed_code(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    data: Postlogin,
) -> Response:
    """The login answer. 401 ER-01011 for a wrong code, ER-01017 for an old one; five tries each."""
    return await _with_code(request, db, resources, client, PasswordlessKind.CODE, data)


@router.post("/smscode/postlogin", **POSTLOGIN, summary="Sign in with a code of a text message")
async def sign_in_with_texted_code(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    data: Postlogin,
) -> Response:
    """The login answer, for a code from a text message. 401 ER-01011 for a wrong code, ER-01017 for an
    old one; five tries each."""
    return await _with_code(request, db, resources, client, PasswordlessKind.SMS_CODE, data)


@router.post("/magiclink/postlogin", **POSTLOGIN, summary="Sign in with a mailed link")
async def sign_in_with_magic_link(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    data: Postlogin,
) -> Response:
    """The login answer. 401 ER-01014 for an old link, ER-01015 for none or a used one, ER-01016 in
    another browser than the one that requested it."""
    outcome = await enter_with_link(
        db,
        resources,
        client,
        door_of(request, data.invitation_token),
        browser=requests.read_browser_token(
            request.cookies, resources, PasswordlessKind.MAGIC_LINK
        ),
        token=data.token,
    )
    response = build_sign_in_response(resources, outcome, 201)
    requests.clear_browser_token(response, resources, PasswordlessKind.MAGIC_LINK)
    return response


async def _with_code(
    request: Request,
    db: SystemTransaction,
    resources: Resources,
    client: CurrentClient,
    kind: PasswordlessKind,
    data: Postlogin,
) -> Response:
    outcome = await enter_with_code(
        db,
        resources,
        client,
        door_of(request, data.invitation_token),
        kind=kind,
        browser=requests.read_browser_token(request.cookies, resources, kind),
        code=data.token,
    )
    response = build_sign_in_response(resources, outcome, 201)
    requests.clear_browser_token(response, resources, kind)
    return response


def _requested_response(
    response: Response, resources: Resources, kind: PasswordlessKind, token: str
) -> Response:
    requests.set_browser_token(response, resources, kind, token)
    return response
