"""Test logins of administrators (admin portal, section sso)."""

from typing import Annotated
from uuid import UUID

import orjson
from fastapi import Request, Response
from pydantic import StringConstraints

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.external.sign_ins import (
    read_browser_token,
    read_or_create_browser_token,
    set_browser_cookie,
)
from gatehouse.identity.sso.errors import SsoFailed, build_test_login_over
from gatehouse.identity.sso.sign_in.oidc import OVER
from gatehouse.identity.sso.sign_in.schemas import State
from gatehouse.identity.sso.test_login import answers, service
from gatehouse.kit.plain_route import Json
from gatehouse.kit.resources import AllResources
from gatehouse.kit.schemas import Wire

TESTS = "/team/resources/sso/v1/configurations/{connection_id}/tests"
router = Router(tags=["Single sign-on"])


class TestLoginCheck(Wire):
    """One line of the trace. Screens translate by `name`, and the fix by `code` where a check can fail in
    several ways; `came` and `expected` are values, `mend` says how to fix it, also for some checks that
    passed."""

    name: str
    passed: bool
    says: str
    came: str | None = None
    expected: str | None = None
    mend: str | None = None
    code: str | None = None


class TestLoginOut(Wire):
    """`address`: where the browser goes, only in the response to the start. `passed` is null until the
    browser came back."""

    id: UUID
    passed: bool | None
    checks: list[TestLoginCheck]
    address: str | None = None


class RefusedAnswer(Wire):
    """The error that a provider of OpenID Connect sends instead of a code (RFC 6749 §4.1.2.1)."""

    state: State
    error: Annotated[str, StringConstraints(max_length=200)]
    error_description: Annotated[str, StringConstraints(max_length=2000)] = ""


@router.post(
    TESTS,
    permission=require(Permission.WRITE_SAML_CONFIGURATION, signed_in=True),
    status_code=201,
    response_model=TestLoginOut,
)
async def begin_sso_test(
    request: Request, db: Transaction, caller: Caller, resources: AllResources, connection_id: UUID
) -> Response:
    """Start a test login: send this browser to `address`. The provider's response is verified as at a
    sign-in, and no session begins. The connection may be disabled. 400 `sso.incomplete`; 404 `sso.not_found`;
    429 `rate.limited`."""
    browser = read_or_create_browser_token(request.cookies, resources)
    test, address = await service.begin_test_login(db, resources, caller, connection_id, browser)
    out = TestLoginOut.model_validate(test)
    out.address = address
    response = Json(orjson.dumps(out.model_dump(by_alias=True)), 201)
    set_browser_cookie(response, resources, browser)
    return response


@router.get(
    TESTS + "/{test_id}", permission=require(Permission.WRITE_SAML_CONFIGURATION, signed_in=True)
)
async def get_sso_test(
    db: Transaction, caller: Caller, connection_id: UUID, test_id: UUID
) -> TestLoginOut:
    """Get the trace of a test login, within a day and in the session that started it. 404
    `sso.test_not_found`."""
    return TestLoginOut.model_validate(
        await service.get_test_login(db, caller, connection_id, test_id)
    )


@router.post("/identity/resources/auth/v1/user/oidc/refused", tags=["Login"])
async def take_oidc_refusal(
    request: Request, resources: AllResources, data: RefusedAnswer
) -> Response:
    """Report that the provider sent the browser back with an error. 409 `sso.tested` where it was a test
    login, whose trace then contains the error; else 401 `sso.failed`. Starts no session."""
    is_test = await answers.finish_refused_test(
        resources,
        state=data.state,
        browser=read_browser_token(request.cookies, resources),
        error=data.error,
        description=data.error_description,
    )
    if is_test:
        raise build_test_login_over()
    raise SsoFailed(OVER)
