"""Domains of a single sign-on connection (wire-api §14)."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.guard import BoundlessTransaction, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.sso.domains import models, service
from gatehouse.identity.sso.domains import service as _jobs  # noqa: F401  registers them
from gatehouse.kit.resources import AllResources

DOMAINS = "/v1/configurations/{connection_id}/domains"
router = Router(prefix="/team/resources/sso", tags=["Single sign-on"])


@router.post(DOMAINS, permission=Permission.WRITE_SAML_CONFIGURATION, status_code=201)
async def add_sso_domain(
    db: Transaction, caller: Caller, connection_id: UUID, data: models.DomainIn
) -> models.DomainOut:
    """Add a domain. The `txtRecord` of the response goes into a TXT record of the domain, and stays there.
    400 `sso.domain_public`; 403 `sso.outranks_you`; 404 `sso.not_found`; 409 `sso.domain_exists`,
    `sso.too_many_domains`."""
    row = await service.add_domain(db, caller, connection_id, data.domain)
    return models.DomainOut.from_row(row)


@router.delete(DOMAINS + "/{domain_id}", permission=Permission.DELETE_SAML_CONFIGURATION)
async def delete_sso_domain(
    db: Transaction, caller: Caller, connection_id: UUID, domain_id: UUID
) -> Response:
    """Delete a domain. Its users need another sign-in method from now on. 403 `sso.outranks_you`; 404
    `sso.not_found`, `sso.unknown_domain`."""
    await service.delete_domain(db, caller, connection_id, domain_id)
    return Response()


@router.put(DOMAINS + "/{domain_id}/validate", permission=Permission.WRITE_SAML_CONFIGURATION)
@router.put(
    "/v2/configurations/{connection_id}/domains/{domain_id}/validate",
    permission=Permission.WRITE_SAML_CONFIGURATION,
    name="validate_sso_domain_v2",
)
async def validate_sso_domain(
    db: BoundlessTransaction,
    caller: Caller,
    resources: AllResources,
    connection_id: UUID,
    domain_id: UUID,
) -> Response:
    """Validate a domain by its TXT record; where the vendor allows it, the caller's own verified address is
    sufficient. 400 `sso.record_missing`; 403 `sso.outranks_you`; 404 `sso.not_found`, `sso.unknown_domain`;
    409 `sso.domain_taken`; 429 `rate.limited`; 503 `sso.name_servers_silent`."""
    await service.verify_domain_by_dns(db, resources, caller, connection_id, domain_id)
    return Response()


@router.put(DOMAINS + "/{domain_id}/validate/email", permission=Permission.WRITE_SAML_CONFIGURATION)
async def mail_sso_domain_code(
    db: Transaction,
    caller: Caller,
    resources: AllResources,
    connection_id: UUID,
    domain_id: UUID,
    data: models.DomainMailIn | None = None,
) -> models.DomainMailOut:
    """Mail a code to an administrative mailbox of the domain, `postmaster` unless another is named. The code
    is valid for a day. 403 `sso.outranks_you`; 404 `sso.not_found`, `sso.unknown_domain`; 429
    `rate.limited`."""
    mailbox = (data or models.DomainMailIn()).mailbox
    sent_to = await service.mail_domain_code(
        db, resources, caller, connection_id, domain_id, mailbox
    )
    return models.DomainMailOut(sent_to=sent_to)


@router.put(
    DOMAINS + "/{domain_id}/validate/email/code", permission=Permission.WRITE_SAML_CONFIGURATION
)
async def validate_sso_domain_by_code(
    db: BoundlessTransaction,
    caller: Caller,
    resources: AllResources,
    connection_id: UUID,
    domain_id: UUID,
    data: models.DomainCodeIn,
) -> Response:
    """Validate a domain with the code from the mail. 400 `sso.domain_code_wrong`; 403 `sso.outranks_you`; 404
    `sso.not_found`, `sso.unknown_domain`; 409 `sso.domain_taken`."""
    await service.verify_domain_by_mailed_code(
        db, resources, caller, connection_id, domain_id, data.code
    )
    return Response()
