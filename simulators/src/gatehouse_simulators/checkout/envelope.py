"""The envelope of every response: `data` and `meta`, or `error` and `meta`."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from gatehouse_simulators.checkout.errors import CheckoutRefusal, FieldProblem
from gatehouse_simulators.checkout.store.models import Body

DOCUMENTATION = "https://developer.paddle.com/v1/errors"


def build_success(data: Any, status: int = 200) -> JSONResponse:
    return JSONResponse({"data": data, "meta": {"request_id": str(uuid4())}}, status)


def build_page(
    request: Request, data: Sequence[Body], per_page: int, total: int, key: str = "id"
) -> JSONResponse:
    """One page of a list. If `data` has one row more than the page, there is a next page."""
    shown, more = list(data[:per_page]), len(data) > per_page
    last = shown[-1][key] if shown else ""
    query = {**request.query_params, "after": last, "per_page": per_page}
    return JSONResponse(
        {
            "data": shown,
            "meta": {
                "request_id": str(uuid4()),
                "pagination": {
                    "per_page": per_page,
                    "next": f"{request.url.replace(query='')}?{urlencode(query)}",
                    "has_more": more,
                    "estimated_total": total,
                },
            },
        }
    )


def build_failure(
    status: int,
    code: str,
    detail: str,
    fields: Sequence[FieldProblem] = (),
    headers: dict[str, str] | None = None,
) -> JSONResponse:
    error: dict[str, Any] = {
        "type": "api_error" if status >= 500 else "request_error",
        "code": code,
        "detail": detail,
        "documentation_url": f"{DOCUMENTATION}/shared/{code}",
    }
    if fields:
        error["errors"] = [{"field": field, "message": message} for field, message in fields]
    return JSONResponse(
        {"error": error, "meta": {"request_id": str(uuid4())}}, status, headers=headers
    )


def install_failures(app: FastAPI) -> None:
    @app.exception_handler(CheckoutRefusal)
    async def handle_refusal(_: Request, error: CheckoutRefusal) -> JSONResponse:
        return build_failure(
            error.provider_status, error.provider_code, error.message, error.fields, error.headers
        )

    @app.exception_handler(RequestValidationError)
    async def handle_malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        fields = [
            (".".join(str(part) for part in problem["loc"][1:]), str(problem["msg"]))
            for problem in error.errors()
        ]
        return build_failure(400, "bad_request", "Invalid request.", fields)

    @app.exception_handler(HTTPException)
    async def handle_http_error(_: Request, error: HTTPException) -> JSONResponse:
        code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "bad_request")
        return build_failure(error.status_code, code, str(error.detail))
