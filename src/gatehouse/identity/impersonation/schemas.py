from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import StringConstraints

from gatehouse.identity.passwords.schemas import Token
from gatehouse.kit.schemas import Text, Wire
from gatehouse.kit.tenant_ids import TenantId


class ImpersonationRequest(Wire):
    """`reason` is kept in the audit log."""

    impersonated_user_id: UUID
    reason: Annotated[Text, StringConstraints(min_length=3, max_length=500)]


class ActorToken(Wire):
    """For `POST /identity/resources/impersonation/v1`: once, within two minutes."""

    actor_token: str
    expires: datetime


class Impersonation(Wire):
    """`redirectUrl` is where the page continues; the server does not use it."""

    impersonated_user_id: UUID
    actor_token: Token
    redirect_url: Annotated[Text, StringConstraints(max_length=2000)] | None = None


class ActingRequest(Wire):
    """`reason` is kept in the account's audit log, and in the vendor's."""

    tenant_id: TenantId
    impersonated_user_id: UUID
    reason: Annotated[Text, StringConstraints(min_length=3, max_length=500)]


class ActingAllowed(Wire):
    """Whether the account allows impersonation of its users."""

    allowed: bool
