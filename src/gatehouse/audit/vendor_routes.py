"""Audits of tenants, for the vendor's backends (wire reference §17)."""

from datetime import timedelta
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Header, Query, Response

from gatehouse.access.errors import AccountNeeded
from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router
from gatehouse.access.tenants import require_tenant
from gatehouse.access.vendor import SharedRoute, VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.all_tenants import (
    SEALED,
    AuditChainOut,
    AuditLogPage,
    AuditLogQuery,
    list_audits_of_all_tenants,
)
from gatehouse.audit.list import schemas, service
from gatehouse.audit.list.queries import TimeSpan
from gatehouse.audit.list.service import list_audits_for_vendor, list_newest_audits
from gatehouse.audit.list.vendor_schemas import AuditMetrics, MetricsQuery, VendorAudit
from gatehouse.audit.service import record_backend_entry
from gatehouse.audit.stats import StatsOut, read_audit_stats
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.tenant_ids import HeaderTenantId, TenantId
from gatehouse.vendor.current import CurrentConfiguration

OfTenant = Annotated[HeaderTenantId, Header(alias="frontegg-tenant-id")]
ACCOUNT_NEEDED = "Set frontegg-tenant-id to the ID of the tenant"


def _find_named_tenant_id(
    header: Annotated[HeaderTenantId | None, Header(alias="frontegg-tenant-id")] = None,
    tenant_id: Annotated[TenantId | None, Query(alias="tenantId")] = None,
    tenant_ids: Annotated[list[TenantId], Query(max_length=100)] = [],  # noqa: B006  FastAPI copies it
) -> UUID | None:
    """The tenant from the header, or from the query, where the published API also has it."""
    of_query = [tenant_id] if tenant_id else tenant_ids
    return header or (of_query[0] if len(of_query) == 1 else None)


MaybeNamed = Annotated[UUID | None, Depends(_find_named_tenant_id)]


def _require_named_tenant(found: MaybeNamed) -> UUID:
    """Raises `AccountNeeded`."""
    if found is None:
        raise AccountNeeded(ACCOUNT_NEEDED)
    return found


NamedTenant = Annotated[UUID, Depends(_require_named_tenant)]

shared = Router(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
router = Router(tags=["Vendor"], route_class=VendorRoute)


@shared.get("/audits", permission=VendorPermission.READ_AUDITS, response_model=schemas.AuditsPage)
async def list_vendor_audits(
    db: VendorLaggingTransaction,
    tenant_id: MaybeNamed,
    query: Annotated[schemas.AuditsQuery, Query()],
) -> Response:
    """The tenant's list, as its administrators see it; of all tenants where none is named."""
    return await _list_page_for_vendor(db, tenant_id, query)


@shared.get(
    "/audits/resources/audits/v2",
    permission=VendorPermission.READ_AUDITS,
    response_model=schemas.AuditsPage,
)
async def list_vendor_audits_v2(
    db: VendorLaggingTransaction,
    tenant_id: MaybeNamed,
    query: Annotated[schemas.AuditsV2Query, Query()],
) -> Response:
    """The audit list of a tenant, filtered by who did it."""
    return await _list_page_for_vendor(db, tenant_id, query)


@shared.get("/audits/stats", permission=VendorPermission.READ_AUDITS)
async def get_vendor_audit_stats(db: VendorLaggingTransaction, tenant_id: NamedTenant) -> StatsOut:
    """The figures above the tenant's list."""
    await require_tenant(db, tenant_id)
    return await read_audit_stats(db, tenant_id)


@router.post(
    "/audits",
    permission=VendorPermission.WRITE_AUDITS,
    status_code=202,
    response_model=schemas.AuditOut,
    response_model_exclude_none=True,
)
async def add_audit(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    tenant_id: OfTenant,
    data: VendorAudit,
) -> schemas.AuditOut:
    """Add what happened in the vendor's own product to a tenant's audit; the entry as the list has it.
    404 `tenants.not_found`."""
    await require_tenant(db, tenant_id)
    entry = data.to_reported_entry()
    added = await record_backend_entry(db, tenant_id, entry)
    return schemas.AuditOut(
        id=added.id,
        created_at=added.created_at,
        email=entry.email or "",
        action=entry.action,
        description=entry.description,
        ip=entry.ip or "",
        severity=entry.severity,
        user_agent=entry.user_agent,
        tenant_id=tenant_id,
        vendor_id=configuration.vendor.id,
        actor_kind="vendor",
        json_=entry.data,
    )


@router.get("/audits/resources/metrics/v1", permission=VendorPermission.READ_AUDITS)
async def get_audit_metrics(
    db: VendorLaggingTransaction, query: Annotated[MetricsQuery, Query()]
) -> AuditMetrics:
    """Figures of all accounts' audits. Of more than 100,000 entries the newest count. 400
    `audits.too_many_steps`."""
    return await service.read_audit_metrics(db, query)


async def _list_page_for_vendor(
    db: Db, tenant_id: UUID | None, query: schemas.PagedQuery
) -> Response:
    """A page for one tenant, or for all tenants if none is named. Raises `AccountNeeded` for a page of all
    tenants with another order, with days of a tenant's time zone, or with filters that need a tenant."""
    if tenant_id is not None:
        await require_tenant(db, tenant_id)
        return await list_audits_for_vendor(db, tenant_id, query)
    wanted = query.audit_query
    is_newest_first = query.sort_by == "createdAt" and not query.is_oldest_first
    if not is_newest_first or query.days or wanted.description or wanted.ip or wanted.user_agent:
        raise AccountNeeded(ACCOUNT_NEEDED)
    return await list_audits_of_all_tenants(
        db, query.span, wanted, offset=query.offset, count=query.count
    )


# Entries come into a block five minutes after they were written, at the next run of the job.
LATE = timedelta(minutes=15)

all_tenants = Router(prefix="/vendor/resources/audits/v1", tags=["Vendor"])


@all_tenants.get("", permission=VendorPermission.READ_AUDITS, response_model=AuditLogPage)
async def list_audit_log(
    db: VendorLaggingTransaction, query: Annotated[AuditLogQuery, Query()]
) -> Response:
    """What happened in every account, and in none; with `tenantId` in one."""
    span = TimeSpan(query.created_from, query.created_to)
    if query.tenant_id is not None:
        return await list_newest_audits(
            db, query.tenant_id, span, query.audit_query, offset=query.offset, count=query.count
        )
    return await list_audits_of_all_tenants(
        db, span, query.audit_query, offset=query.offset, count=query.count
    )


@all_tenants.get("/chain", permission=VendorPermission.READ_AUDITS)
async def get_audit_chain(db: VendorLaggingTransaction) -> AuditChainOut:
    """How far the audit is sealed."""
    return await SEALED.one(db, clock.now() - LATE)
