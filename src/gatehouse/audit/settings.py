from pydantic import Field

from gatehouse.kit.configuration import Section


class AuditSettings(Section):
    audit_retention_days: int = Field(
        730,
        ge=90,
        le=36_500,
        description="How long the audit log is kept. It goes by months, each once all of it is older.",
    )
