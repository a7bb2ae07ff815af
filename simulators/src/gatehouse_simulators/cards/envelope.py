"""Responses: entities as they are, lists, and errors in `error`."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from pydantic_core import ErrorDetails
from starlette.exceptions import HTTPException

from gatehouse_simulators.cards.errors import Body, CardRefusal, unknown_url

# Integers are parsed from text, so an invalid one is reported as text.
WORDS = {
    "missing": ("parameter_missing", "Missing required param: {name}."),
    "extra_forbidden": ("parameter_unknown", "Received unknown parameter: {name}"),
    "int_parsing": ("parameter_invalid_integer", "Invalid integer: {given}"),
    "int_from_float": ("parameter_invalid_integer", "Invalid integer: {given}"),
    "literal_error": (None, "Invalid {name}: must be one of {expected}"),
}


def build_list(data: list[Body], url: str, *, has_more: bool = False) -> Body:
    return {"object": "list", "data": data, "has_more": has_more, "url": url}


def build_failure(status: int, error: Body, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": error}, status, headers=headers)


def to_refusal(error: ValidationError) -> CardRefusal:
    """The first validation error in the provider's words."""
    fault: ErrorDetails = error.errors(include_url=False)[0]
    name = _bracket_path(fault["loc"])
    code, words = WORDS.get(fault["type"], (None, "Invalid {name}: {message}"))
    message = words.format(
        name=name,
        given=str(fault["input"])[:200],
        message=fault["msg"],
        expected=fault.get("ctx", {}).get("expected", ""),
    )
    return CardRefusal(message, code, param=name or None)


def _bracket_path(location: tuple[Any, ...]) -> str:
    first, *rest = [str(part) for part in location] or [""]
    return first + "".join(f"[{part}]" for part in rest)


def install_failures(app: FastAPI) -> None:
    @app.exception_handler(CardRefusal)
    async def handle_refusal(_: Request, error: CardRefusal) -> JSONResponse:
        return build_failure(error.provider_status, error.error, error.headers)

    @app.exception_handler(RequestValidationError)
    async def handle_malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        problem = error.errors()[0]
        message = f"Invalid {_bracket_path(problem['loc'][1:])}: {problem['msg']}"
        return build_failure(400, {"type": "invalid_request_error", "message": message})

    @app.exception_handler(HTTPException)
    async def handle_http_error(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code in (404, 405):
            return build_failure(404, unknown_url(request.method, request.url.path).error)
        body = {"type": "invalid_request_error", "message": str(error.detail)}
        return build_failure(error.status_code, body)
