from uuid import UUID

from gatehouse.kit.schemas import Wire


class RoleOwner(Wire):
    """Null makes it the vendor's, which every account has."""

    tenant_id: UUID | None
