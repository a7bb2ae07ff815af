from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class TestLogin:
    """`passed` None: nobody has come back yet. `checks` are as `Check` of the traces, in the order in which
    they were made."""

    id: UUID
    tenant_id: UUID
    connection_id: UUID
    checks: list[dict[str, Any]]
    passed: bool | None
