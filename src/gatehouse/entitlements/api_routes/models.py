from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE", "*"]
Policy = Literal["allow", "deny", "ruleBased"]
Mode = Literal["guard", "monitor"]


@dataclass(frozen=True, slots=True)
class ApiRoute:
    id: UUID
    method: Method
    path: str
    priority: int
    description: str
    policy_type: Policy
    rules: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class RouteConfiguration:
    id: UUID
    access_control_mode: Mode
