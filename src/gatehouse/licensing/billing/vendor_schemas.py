from pydantic import Field

from gatehouse.kit.schemas import Wire
from gatehouse.licensing.billing.schemas import BillOut


class TenantBills(Wire):
    bills: list[BillOut] = Field(description="The newest first, at most 100.")
