"""Routes for the few hottest paths: a bare Starlette endpoint that is documented like all others."""

from collections.abc import Callable
from typing import Any

from fastapi.routing import APIRoute
from starlette.routing import request_response
from starlette.types import Receive, Scope, Send


class PlainRoute(APIRoute):
    """`APIRouter(route_class=PlainRoute)`: the endpoint takes the request and gives the response.

    FastAPI's dependencies, validation and serialization cost two to three times the work of such a
    call. `response_model`, `responses` and `openapi_extra` only document it.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self._plain = request_response(endpoint)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in (self.methods or ()):
            await self._plain(scope, receive, send)
        else:
            await super().handle(scope, receive, send)
