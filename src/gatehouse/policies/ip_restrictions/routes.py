"""IP restrictions (wire reference §16.12; admin portal, section security)."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.policies.admission.decide import allows_ip_address
from gatehouse.policies.admission.service import read_access_restrictions
from gatehouse.policies.ip_restrictions import schemas, service

router = Router(
    prefix="/identity/resources/configurations/v1/restrictions/ip", tags=["IP restrictions"]
)


@router.get("/config", permission=Permission.READ_IP_RESTRICTIONS)
async def get_ip_restrictions_config(db: Transaction, caller: Caller) -> schemas.IpConfig:
    """Which list is in force, if any."""
    return schemas.IpConfig.from_rules(await read_access_restrictions(db, caller.tenant_id))


@router.post("/config", permission=Permission.WRITE_IP_RESTRICTIONS, status_code=201)
async def set_ip_restrictions_config(
    db: Transaction, caller: Caller, data: schemas.IpConfigIn
) -> schemas.IpConfig:
    """Turn a list on or off. 409 `ip_restrictions.would_lock_you_out` when the caller's own address would be
    refused. An empty list refuses no address."""
    return schemas.IpConfig.from_rules(await service.set_ip_config(db, caller, data))


@router.get("", permission=Permission.READ_IP_RESTRICTIONS)
async def list_ip_restrictions(
    db: Transaction, caller: Caller, query: Annotated[schemas.IpQuery, Query()]
) -> schemas.IpRestrictionPage:
    """A page of the restrictions, newest first."""
    return await service.list_restrictions(db, caller, query)


@router.post("", permission=Permission.WRITE_IP_RESTRICTIONS, status_code=201)
async def create_ip_restriction(
    db: Transaction, caller: Caller, data: schemas.IpRestrictionIn
) -> schemas.IpRestrictionOut:
    """Add an address or a network. 409 `ip_restrictions.exists`, `ip_restrictions.too_many` (500) or
    `ip_restrictions.would_lock_you_out`."""
    (added,) = await service.add_ip_restrictions(db, caller, [data])
    return schemas.IpRestrictionOut.from_row(added)


@router.post("/bulk", permission=Permission.WRITE_IP_RESTRICTIONS, status_code=201)
async def create_ip_restrictions(
    db: Transaction, caller: Caller, data: schemas.IpRestrictionsIn
) -> list[schemas.IpRestrictionOut]:
    """Add several, all or none; refused as one is."""
    return [
        schemas.IpRestrictionOut.from_row(row)
        for row in await service.add_ip_restrictions(db, caller, data.ips)
    ]


@router.post("/current", permission=Permission.WRITE_IP_RESTRICTIONS, status_code=201)
async def allow_current_ip(db: Transaction, caller: Caller) -> schemas.IpRestrictionOut:
    """Allow the caller's own address and put the allow list in force, in one step."""
    row = await service.allow_current_address(db, caller, "My IP")
    return schemas.IpRestrictionOut.from_row(row)


@router.post("/verify", permission=Permission.READ_IP_RESTRICTIONS, status_code=201)
async def verify_current_ip(db: Transaction, caller: Caller) -> schemas.Verdict:
    """Whether what is in force lets the caller's address in."""
    rules = await read_access_restrictions(db, caller.tenant_id)
    return schemas.Verdict(valid=allows_ip_address(rules, caller.client.ip))


@router.post("/verify/allow", permission=Permission.READ_IP_RESTRICTIONS, status_code=201)
async def verify_current_ip_allowed(db: Transaction, caller: Caller) -> schemas.Verdict:
    """Whether the caller's address is in the allow list, in force or not."""
    return schemas.Verdict(valid=await service.is_in_allow_list(db, caller))


@router.delete("/{restriction_id}", permission=Permission.DELETE_IP_RESTRICTIONS)
async def delete_ip_restriction(db: Transaction, caller: Caller, restriction_id: UUID) -> Response:
    """404 `ip_restrictions.not_found`; 409 `ip_restrictions.would_lock_you_out`."""
    await service.remove_ip_restriction(db, caller, restriction_id)
    return Response(status_code=200)
