"""A call without a session, such as a sign-in or a sign-up."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from gatehouse.access.client import Client, CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.identity.sign_in.context import build_sign_in_context
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.identity.sign_in.models import SignInContext
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import AllResources, Resources


@dataclass(frozen=True, slots=True)
class SystemCall:
    """`db` has the system scope."""

    request: Request
    db: Db
    resources: Resources
    client: Client

    async def limit_place(self, limit: RateLimit) -> None:
        """Count the call for the location of the client. Raises `RateLimited`."""
        await self.resources[RateLimiter].hit(limit, get_ip_network(self.client.ip))

    async def limit_key(self, limit: RateLimit, key: str) -> None:
        """Count the call for an identifier. Raises `RateLimited`."""
        await self.resources[RateLimiter].hit(limit, key)

    def sign_in_context(self, invitation: str | None = None) -> SignInContext:
        """`invitation`: the `invitationToken` of the body."""
        return build_sign_in_context(self.request, invitation)


async def _build_system_call(
    request: Request, db: SystemTransaction, resources: AllResources, client: CurrentClient
) -> SystemCall:
    return SystemCall(request, db, resources, client)


PublicCall = Annotated[SystemCall, Depends(_build_system_call)]
