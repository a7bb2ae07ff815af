"""Guards for FastAPI's routes."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Annotated, Any

from fastapi import Depends, HTTPException
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from gatehouse_sdk.caller import Caller
from gatehouse_sdk.needs import Needs, Refused, refusals
from gatehouse_sdk.tokens import Tokens

Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]


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
        features: Sequence[str] = (),
        stepped_up: timedelta | float | None = None,
    ) -> Any:
        """What is asked, and how it is refused, says `Needs`."""
        needs = Needs(permissions, roles, features, stepped_up)

        async def require(bearer: Bearer) -> Caller:
            try:
                return await self._admit(bearer.credentials if bearer else "", needs)
            except Refused as refused:
                raise HTTPException(refused.status, str(refused), refused.headers) from refused

        return Depends(require)

    async def _admit(self, token: str, needs: Needs) -> Caller:
        with refusals():
            caller = await self._tokens.verify(token)
            needs.check_rights(caller)
            if needs.features:
                needs.check_features(await self._tokens.entitlements(token, caller.claims))
            needs.check_step_up(caller)
            return caller
