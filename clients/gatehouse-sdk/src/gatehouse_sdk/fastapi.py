"""Guards for FastAPI's routes."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Annotated, Any

from fastapi import Depends, HTTPException
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from gatehouse_sdk.caller import Caller
from gatehouse_sdk.errors import InvalidToken, KeysUnavailable
from gatehouse_sdk.tokens import Tokens

Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]
CHALLENGE = {"www-authenticate": "Bearer"}


class Guard:
    """`guard = Guard(Tokens(…))`, then `caller: Annotated[Caller, guard(permissions=["docs.read"])]`."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    @asynccontextmanager
    async def lifespan(self, _: object) -> AsyncIterator[None]:
        """Closes connections when the application ends."""
        yield
        await self._tokens.close()

    def __call__(
        self,
        *,
        permissions: Sequence[str] = (),
        roles: Sequence[str] = (),
        stepped_up: timedelta | float | None = None,
    ) -> Any:
        """401 without a token that counts; 403 without one of the permissions and, where roles are
        named, one of the roles; 401 with a step-up challenge (RFC 9470) where the second factor is
        older than `stepped_up` (seconds, or a timedelta)."""
        age = timedelta(seconds=stepped_up) if isinstance(stepped_up, int | float) else stepped_up

        async def require(bearer: Bearer) -> Caller:
            caller = await self._caller(bearer.credentials if bearer else "")
            if (permissions and not caller.may(*permissions)) or (
                roles and not caller.has_role(*roles)
            ):
                raise HTTPException(403, "You may not do this")
            if age is not None and not caller.is_stepped_up(age):
                raise HTTPException(401, "Show your second factor first", _step_up(age))
            return caller

        return Depends(require)

    async def _caller(self, token: str) -> Caller:
        try:
            return await self._tokens.verify(token)
        except InvalidToken as error:
            raise HTTPException(401, str(error), CHALLENGE) from error
        except KeysUnavailable as error:
            raise HTTPException(503, "Sign-in cannot be checked right now") from error


def _step_up(age: timedelta) -> dict[str, str]:
    seconds = int(age.total_seconds())
    challenge = f'Bearer error="insufficient_user_authentication", max_age="{seconds}"'
    return {"www-authenticate": challenge}
