from fastapi import Response

from gatehouse.access.guard import SignedInOrNamed, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.passwords import by_sms, service
from gatehouse.identity.passwords import jobs as _jobs  # noqa: F401  registers them
from gatehouse.identity.passwords.schemas import (
    Change,
    Reset,
    ResetByIdentifier,
    ResetBySms,
    ResetLink,
    ResetPermit,
    ResetRequest,
    SmsProof,
    SmsSession,
)
from gatehouse.identity.sign_in.public_call import PublicCall
from gatehouse.kit.resources import AllResources

router = Router(prefix="/identity/resources/users", tags=["Passwords"])


@router.post("/v1/passwords/reset", status_code=201, summary="Ask for a reset link by mail")
async def request_password_reset(call: PublicCall, data: ResetRequest) -> Response:
    """Empty 201 for known and unknown addresses alike. The link is valid for an hour and works once."""
    by, value = data.read_identifier()
    await service.request_password_reset(call, value, by=by)
    return Response(status_code=201)


@router.post("/v2/passwords/reset/email", summary="Ask for a reset link by mail")
async def request_password_reset_by_identifier(
    call: PublicCall, data: ResetByIdentifier
) -> Response:
    """Request a reset link as `POST /v1/passwords/reset` does, with an empty 200; the newer clients use
    this path. The link goes to the address of the user who has the user name, or has verified the phone
    number."""
    by, value = data.read_identifier()
    await service.request_password_reset(call, value, by=by)
    return Response(status_code=200)


@router.post("/v2/passwords/reset/sms", summary="Ask for a code that resets, by text message")
async def request_password_reset_by_sms(call: PublicCall, data: ResetBySms) -> SmsSession:
    """One answer for known and unknown users. The code goes to a number that its owner has verified,
    unless they use MFA. 403 ER-01012 where the vendor does not offer it."""
    token = await by_sms.request_sms_reset(call, *data.read_identifier())
    return SmsSession(session_id=token)


@router.post("/v2/passwords/reset/sms/verify", summary="Prove the number")
async def verify_password_reset_by_sms(call: PublicCall, data: SmsProof) -> ResetPermit:
    """The token for the reset, as in a mailed link. 400 ER-01011 for a wrong code, ER-01017 for an old
    one; five tries."""
    return await by_sms.confirm_sms_reset(call, data.session_id, data.otc_token)


@router.post("/v1/passwords/reset/validate", summary="Whether a reset link still works")
async def validate_password_reset(call: PublicCall, data: ResetLink) -> Response:
    """Empty 200; 400 for a link that never was one, 410 for a used or expired one. Changes nothing."""
    await service.check_reset_link(call, data.user_id, data.token)
    return Response(status_code=200)


@router.post(
    "/v1/passwords/reset/verify", status_code=201, summary="Set a new password by a mailed link"
)
async def reset_password(call: PublicCall, data: Reset) -> Response:
    """Empty 201; does not sign in, and ends every session. 400 and 410 as in `validate`, and 400 for a
    password that the policy refuses, which leaves the link usable."""
    await service.reset_password(call, data.user_id, data.token, data.password)
    return Response(status_code=201)


@router.post(
    "/v1/passwords/breached/reset/bulk",
    permission=Permission.WRITE_UPDATE_USER,
    summary="Mail a reset link to every user with a breached password",
)
async def reset_breached_passwords(
    db: Transaction, resources: AllResources, caller: Caller
) -> Response:
    """Empty 200; a job mails the members who have signed in with a password that is known from a breach,
    and have not changed it since. 429 after three an hour."""
    await service.request_reset_of_breached(db, resources, caller)
    return Response(status_code=200)


@router.post("/v1/passwords/change", status_code=201, summary="Change your own password")
async def change_password(
    db: Transaction, caller: SignedInOrNamed, resources: AllResources, data: Change
) -> Response:
    """Empty 201; ends the user's other sessions. 400 for a wrong current password or one that the policy
    refuses."""
    await service.change_password(
        db, resources, caller, current=data.password, new=data.new_password
    )
    return Response(status_code=201)
