from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class TestLogin:
    """`passed` is None until the provider's response arrives. `checks` are `CheckedValue` objects of the
    traces as JSON, in the order in which they ran."""

    id: UUID
    tenant_id: UUID
    connection_id: UUID
    checks: list[dict[str, Any]]
    passed: bool | None
