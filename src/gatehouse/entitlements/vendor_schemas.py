"""Entitlements on the wire."""

from dataclasses import asdict
from datetime import datetime
from typing import Literal, Self
from uuid import UUID

from pydantic import Field

from gatehouse.entitlements.catalog.schemas import PlanOut
from gatehouse.entitlements.models import Entitlement
from gatehouse.kit.paging import NextPage, Paging
from gatehouse.kit.schemas import Instant, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId


class EntitlementOut(Wire):
    id: UUID
    plan_id: UUID
    tenant_id: ShownTenantId
    user_id: UUID | None = None
    expiration_date: datetime | None = None
    created_at: datetime
    updated_at: datetime
    plan: PlanOut | None = None

    @classmethod
    def from_row(cls, row: Entitlement, plan: PlanOut | None) -> Self:
        return cls(**asdict(row), expiration_date=row.expires_at, plan=plan)


class EntitlementCreate(Wire):
    """Without `userId` all members of the tenant have it; without `expirationDate` it lasts as the
    plan says."""

    plan_id: UUID
    tenant_id: TenantId
    user_id: UUID | None = None
    expiration_date: Instant | None = None


class EntitlementChange(Wire):
    """Without `expirationDate` it does not expire."""

    expiration_date: Instant | None = None


class EntitlementChangeOf(EntitlementChange):
    id: UUID


class EntitlementsCreate(Wire):
    entitlements: list[EntitlementCreate] = Field(min_length=1, max_length=100)


class EntitlementsChange(Wire):
    entitlements: list[EntitlementChangeOf] = Field(min_length=1, max_length=100)


class EntitlementActions(Wire):
    """Applied in this order: create, update, delete."""

    create_actions: list[EntitlementCreate] = Field([], max_length=100)
    update_actions: list[EntitlementChangeOf] = Field([], max_length=100)
    delete_actions: list[UUID] = Field([], max_length=100)


class EntitlementIds(Wire):
    entitlement_ids: list[UUID]


class EntitlementPage(NextPage[EntitlementOut]):
    pass


class EntitlementQuery(Paging):
    plan_id: UUID | None = None
    plan_ids: list[UUID] = Field([], max_length=1000)
    tenant_ids: list[TenantId] = Field([], max_length=1000)
    user_ids: list[UUID] = Field([], max_length=1000)
    assign_level: Literal["USER", "TENANT"] | None = None
    order_by: Literal["expirationDate", "createdAt"] = "createdAt"
    with_relations: bool = False
