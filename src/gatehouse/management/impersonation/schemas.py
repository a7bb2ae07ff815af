from typing import Annotated
from uuid import UUID

from pydantic import StringConstraints

from gatehouse.kit.schemas import Text, Wire
from gatehouse.kit.tenant_ids import TenantId


class ActingRequest(Wire):
    """`reason` is kept in the account's audit, and in the vendor's."""

    tenant_id: TenantId
    impersonated_user_id: UUID
    reason: Annotated[Text, StringConstraints(min_length=3, max_length=500)]


class ActingAllowed(Wire):
    """Whether the account lets anybody act for its people."""

    allowed: bool
