from datetime import timedelta

import orjson
from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import OwnTransaction, SignedInPerson
from gatehouse.identity.mfa.step_up.schemas import StepUp
from gatehouse.identity.mfa.step_up.service import generate_step_up_token
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in.response import answer_body
from gatehouse.kit.plain_route import Json
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(tags=["Step-up"])


@router.post(
    "/identity/resources/auth/v1/user/step-up/generate",
    response_model=LoginResponse,
    responses={400: {"description": "MFA is not enrolled"}},
)
async def generate_step_up(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    client: CurrentClient,
    data: StepUp | None = None,
) -> Response:
    """Request MFA again, unless it was completed within `maxAge` seconds; the next steps are as at login,
    with a new session in place of this one. Wire reference §7."""
    seconds = data.max_age if data else None
    max_age = None if seconds is None else timedelta(seconds=seconds)
    outcome = await generate_step_up_token(db, resources, caller, client, max_age)
    return Json(orjson.dumps(answer_body(outcome)))
