"""Entitlements, relations and API routes as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Self
from uuid import UUID

from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class PlanGrant:
    """A plan that a tenant or user has, by an entitlement or by a license; `expires_at` None: no expiry."""

    plan_id: UUID
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class TenantGrant:
    """`user_id` None: all members of the tenant."""

    plan_id: UUID
    tenant_id: UUID
    user_id: UUID | None
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class Entitlement:
    id: UUID
    tenant_id: UUID
    user_id: UUID | None
    plan_id: UUID
    expires_at: datetime | None
    created_at: datetime
    updated_at: datetime

    @classmethod
    def from_row(cls, row: dict[str, Any]) -> Self:
        """Of a row as JSON."""
        return TypeAdapter(cls).validate_python(row)


@dataclass(frozen=True, slots=True)
class EntityRelation:
    entity_type_key: str
    key: str
    subject_type_keys: list[str]


@dataclass(frozen=True, slots=True)
class EntityAction:
    entity_type_key: str
    key: str
    relation_keys: list[str]


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
