from pydantic import Field

from gatehouse.audit.chain.seal import SHORTEST
from gatehouse.kit.schemas import Wire


class AuditRetention(Wire):
    """Null: the installation's retention applies."""

    days: int | None = Field(ge=SHORTEST, le=36_500, examples=[365])
