"""Email domain restrictions (wire reference §16.12; admin portal, section security)."""

from typing import Annotated
from uuid import UUID

from fastapi import Response

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.router import Caller, Router
from gatehouse.policies.admission.service import read_access_restrictions
from gatehouse.policies.domain_restrictions import schemas, service
from gatehouse.policies.queries import DOMAINS

MayDelete = Annotated[Principal, require(Permission.DELETE_EMAIL_DOMAIN_RESTRICTIONS)]

router = Router(
    prefix="/identity/resources/configurations/restrictions/v1/email-domain",
    tags=["Domain restrictions"],
)


@router.get("/config", permission=Permission.READ_EMAIL_DOMAIN_RESTRICTIONS)
async def get_domain_restrictions_config(db: Transaction, caller: Caller) -> schemas.DomainConfig:
    """Which list is in force, if any."""
    return schemas.DomainConfig.from_rules(await read_access_restrictions(db, caller.tenant_id))


@router.post("/config", permission=Permission.WRITE_EMAIL_DOMAIN_RESTRICTIONS, status_code=201)
async def set_domain_restrictions_config(
    db: Transaction, caller: Caller, data: schemas.DomainConfigIn
) -> schemas.DomainConfig:
    """Turn a list on or off. 409 `domain_restrictions.would_lock_you_out` when the caller's own address would
    be refused. An empty list refuses no address."""
    return schemas.DomainConfig.from_rules(await service.set_domain_config(db, caller, data))


@router.get("", permission=Permission.READ_EMAIL_DOMAIN_RESTRICTIONS)
async def list_domain_restrictions(db: Transaction, caller: Caller) -> schemas.DomainRestrictions:
    """Both lists, by name; the client keeps those of the type that is in force."""
    rows = await DOMAINS.all(db, caller.tenant_id)
    return schemas.DomainRestrictions(
        items=[schemas.DomainRestrictionOut.from_row(row) for row in rows]
    )


@router.post("", permission=Permission.WRITE_EMAIL_DOMAIN_RESTRICTIONS, status_code=201)
async def create_domain_restriction(
    db: Transaction, caller: Caller, data: schemas.DomainRestrictionIn
) -> schemas.DomainRestrictionOut:
    """Add a domain, and what is below it. 409 `domain_restrictions.exists`,
    `domain_restrictions.too_many` (500) or `domain_restrictions.would_lock_you_out`."""
    return schemas.DomainRestrictionOut.from_row(
        await service.add_domain_restriction(db, caller, data)
    )


@router.post(
    "/replace-bulk", permission=Permission.WRITE_EMAIL_DOMAIN_RESTRICTIONS, status_code=201
)
async def replace_domain_restrictions(
    db: Transaction, caller: Caller, _: MayDelete, data: schemas.DomainsIn
) -> list[schemas.DomainRestrictionOut]:
    """Replace the whole list of a type, which needs the right to delete too; refused as one is."""
    rows = await service.replace_domain_restrictions(db, caller, data)
    return [schemas.DomainRestrictionOut.from_row(row) for row in rows]


@router.delete("/{restriction_id}", permission=Permission.DELETE_EMAIL_DOMAIN_RESTRICTIONS)
async def delete_domain_restriction(
    db: Transaction, caller: Caller, restriction_id: UUID
) -> Response:
    """404 `domain_restrictions.not_found`; 409 `domain_restrictions.would_lock_you_out`."""
    await service.remove_domain_restriction(db, caller, restriction_id)
    return Response(status_code=200)
