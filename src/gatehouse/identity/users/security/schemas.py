from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import StringConstraints

from gatehouse.kit.schemas import Text, Wire
from gatehouse.kit.tenant_ids import ShownTenantId


class PersonSessionOut(Wire):
    """`tenantId` is the session's current tenant. `impersonated`: the session is an impersonation by
    support."""

    id: UUID
    tenant_id: ShownTenantId
    user_agent: str | None = None
    ip_address: str | None = None
    created_at: datetime
    last_used_at: datetime
    expires_at: datetime
    impersonated: bool


class PersonFactorOut(Wire):
    """`label`: a masked number, the address, or the name of a device. `lastUsedAt` is missing where
    unknown: it is not kept for numbers and addresses."""

    id: UUID
    kind: Literal["authenticator", "phone", "email", "platform", "cross_platform", "passkey"]
    label: str
    is_second_factor: bool
    created_at: datetime
    last_used_at: datetime | None = None


class PersonIdentityOut(Wire):
    """An external account that can sign in to this one. `kind`: social, custom, oidc or saml; `provider`
    of the last two is the id of the connection; `email` the address there."""

    id: UUID
    kind: Literal["social", "custom", "oidc", "saml"]
    provider: str
    email: str
    created_at: datetime
    last_used_at: datetime


class Removal(Wire):
    """`reason` is kept in the audit log."""

    reason: Annotated[Text, StringConstraints(min_length=3, max_length=500)]
