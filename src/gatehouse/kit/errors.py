"""Refusals of the domain, and the one place where they become answers, in the shape of their route."""

import re
import zlib
from collections.abc import Mapping
from typing import Any, ClassVar

import asyncpg
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from prometheus_client import Counter
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from gatehouse.kit.error_formats import Refusal, render_refusal
from gatehouse.kit.logs import get_logger

log = get_logger()

REFUSED = Counter(
    "gatehouse_database_refusals", "Answers 503, as the database kept callers waiting or was away"
)
BUSY = Refusal(
    503,
    ["The service is busy. Try again in a moment."],
    ["server.busy"],
    headers={"retry-after": "1"},
)
LOST = (asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError)
GONE = re.compile(r"(connection|pool) (is|was) clos")
HTTP_CODES = {
    404: "resource.not_found",
    405: "method.not_allowed",
    413: "request.too_large",
}


class DomainError(Exception):
    """A refusal with a stable code. Clients and tests match on the code, never on the text. Declared as

        class RoleNotFound(NotFound, code="roles.not_found"): ...

    `keeps_writes`: what the transaction wrote before the refusal (a counter, a revocation, an audit
    row) is committed with it instead of rolled back.
    """

    status: ClassVar[int] = 400
    code: ClassVar[str] = "request.invalid"
    keeps_writes: ClassVar[bool] = False

    def __init_subclass__(
        cls,
        *,
        code: str | None = None,
        status: int | None = None,
        keeps_writes: bool | None = None,
    ) -> None:
        super().__init_subclass__()
        cls.code = code or cls.code
        cls.status = status or cls.status
        if keeps_writes is not None:
            cls.keeps_writes = keeps_writes

    def __init__(
        self, message: str, *, headers: Mapping[str, str] | None = None, **context: Any
    ) -> None:
        super().__init__(message)
        self.message = message
        self.context = context
        self.headers = dict(headers or {})


class Invalid(DomainError, status=400): ...


class Unauthenticated(DomainError, status=401, code="session.missing"): ...


class Forbidden(DomainError, status=403, code="access.forbidden"): ...


class RecordedUnauthenticated(Unauthenticated, keeps_writes=True):
    """A failed authentication whose audit entry or count is kept."""


class RecordedForbidden(Forbidden, keeps_writes=True):
    """The refusal of an authenticated user, whose audit entry is kept."""


class NotFound(DomainError, status=404, code="resource.not_found"): ...


class MethodNotAllowed(DomainError, status=405, code="method.not_allowed"): ...


class Conflict(DomainError, status=409, code="resource.conflict"): ...


class TooManyRequests(DomainError, status=429, code="rate.limited"): ...


def build_refusal(error: DomainError) -> Refusal:
    return Refusal(error.status, [error.message], [error.code], error.context, error.headers)


def install_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(DomainError)
    async def render_domain_error(request: Request, error: DomainError) -> Response:
        return render_refusal(request.scope, build_refusal(error))

    @app.exception_handler(RequestValidationError)
    async def render_validation_error(request: Request, error: RequestValidationError) -> Response:
        problems = error.errors()
        messages = [_describe_validation_problem(problem) for problem in problems]
        codes = [_build_validation_code(problem) for problem in problems]
        return render_refusal(request.scope, Refusal(400, messages, codes))

    @app.exception_handler(HTTPException)
    async def render_http_error(request: Request, error: HTTPException) -> Response:
        code = HTTP_CODES.get(error.status_code, "request.invalid")
        refusal = Refusal(
            error.status_code, [str(error.detail)], [code], headers=error.headers or {}
        )
        return render_refusal(request.scope, refusal)

    @app.exception_handler(asyncpg.IntegrityConstraintViolationError)
    @app.exception_handler(asyncpg.TransactionRollbackError)
    async def render_lost_race(request: Request, error: asyncpg.PostgresError) -> Response:
        """Two callers at once: a check passed for both, the constraint lets one through; or each waited
        for the other, and the database stopped one."""
        log.warning("lost a race", path=request.url.path, constraint=error.constraint_name)
        text = "This was changed at the same moment by another request. Reload and try again."
        return render_refusal(request.scope, Refusal(409, [text], [Conflict.code]))

    @app.exception_handler(asyncpg.PostgresConnectionError)
    @app.exception_handler(asyncpg.OperatorInterventionError)  # also a cancelled statement
    @app.exception_handler(asyncpg.LockNotAvailableError)
    @app.exception_handler(asyncpg.TooManyConnectionsError)
    @app.exception_handler(asyncpg.ReadOnlySQLTransactionError)  # not the primary any more
    @app.exception_handler(asyncpg.InternalClientError)  # cut off in the middle of an exchange
    async def render_busy(request: Request, error: Exception) -> Response:
        """Nothing is wrong with the request: it waited too long, or lost the connection on the way."""
        log.warning("busy", path=request.url.path, why=f"{type(error).__name__}: {error}")
        REFUSED.inc()
        return render_refusal(request.scope, BUSY)

    @app.exception_handler(asyncpg.InterfaceError)
    async def render_driver_error(request: Request, error: asyncpg.InterfaceError) -> Response:
        """The driver's error for a lost connection, and for misuse. Clean-up after a lost connection raises
        it, too."""
        return await (render_busy if _is_connection_loss(error) else render_unexpected_error)(
            request, error
        )

    @app.exception_handler(OSError)
    async def render_os_error(request: Request, error: OSError) -> Response:
        """Of a connection, or a wait for one (`TimeoutError`); a file's has its name, and is a fault."""
        of_a_file = error.filename is not None
        return await (render_unexpected_error if of_a_file else render_busy)(request, error)

    @app.exception_handler(ClientDisconnect)
    async def render_client_disconnect(request: Request, error: ClientDisconnect) -> Response:
        """The client closed the connection within a body. The answer is not read, but counted."""
        refusal = Refusal(400, ["The body ended too early"], ["request.invalid"])
        return render_refusal(request.scope, refusal)

    @app.exception_handler(Exception)
    async def render_unexpected_error(request: Request, error: Exception) -> Response:
        log.exception("request failed", path=request.url.path, exc_info=error)
        text = "We're facing some difficulties, Please try again"
        return render_refusal(request.scope, Refusal(500, [text], ["server.error"]))


def _is_connection_loss(error: BaseException | None) -> bool:
    """Whether it, or what it came up in the handling of, is the loss of a connection."""
    while error is not None:
        if isinstance(error, LOST) or GONE.search(str(error)):
            return True
        error = error.__context__
    return False


def _describe_validation_problem(problem: Mapping[str, Any]) -> str:
    place = [str(part) for part in problem["loc"] if part not in ("body", "query", "path")]
    if problem["type"] == "json_invalid":
        return "The body is not valid JSON"
    text = str(problem["msg"]).removeprefix("Value error, ")
    return f"{'.'.join(place)}: {text}" if place else text


def _build_validation_code(problem: Mapping[str, Any]) -> str:
    """`ER-` and 8 hex digits, the form that the wire gives validation failures; stable per field."""
    place = ".".join(str(part) for part in problem["loc"])
    kind = problem["type"]
    return f"ER-{zlib.crc32(f'{place}:{kind}'.encode()):08x}"
