"""`/identity/resources/oauth/consents/v1/me`; an application is named by its client id or its application
id."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.guard import BoundlessTransaction, OwnTransaction, SignedInPerson
from gatehouse.identity.oauth.consents import schemas, service
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(prefix="/identity/resources/oauth/consents/v1/me", tags=["OpenID Connect"])


@router.get("")
async def list_consents(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson
) -> list[schemas.ConsentingApplication]:
    """List what the caller has allowed third-party applications to read."""
    return await service.list_consents(db, resources, caller)


@router.post("/requests")
async def describe_consent_request(
    db: BoundlessTransaction,
    resources: AllResources,
    _caller: SignedInPerson,
    data: schemas.ConsentQuestion,
) -> schemas.ConsentAsked:
    """Describe an authorization request: what it asks for and where its answer goes, read from the request
    itself, also when it was pushed; this allows nothing. 400 `oauth.unknown_request`; 404
    `oauth.unknown_application` for an application that never asks for consent."""
    return await service.describe_consent_request(db, resources, data.request)


@router.get("/{client_id}")
async def get_consent(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson, client_id: UUID
) -> schemas.ConsentingApplication:
    """Get the application that asks for consent, for the consent page; 404 `oauth.unknown_application`."""
    return await service.get_consent(db, resources, caller, client_id)


@router.put("/{client_id}")
async def give_consent(
    db: BoundlessTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    client_id: UUID,
    data: schemas.ConsentRequest,
) -> schemas.ConsentingApplication:
    """Allow an application these scopes, in addition to what it was allowed before; and the device or app, if
    its request sends the answer there. 400 `oauth.unknown_request`."""
    return await service.give_consent(db, resources, caller, client_id, data.scopes, data.request)


@router.delete("/{client_id}", status_code=204, response_class=Response)
async def revoke_consent(
    db: BoundlessTransaction, resources: AllResources, caller: SignedInPerson, client_id: UUID
) -> None:
    """Revoke the consent for an application. Its tokens are refused from now on, and it must ask again. 404
    where it was allowed nothing."""
    await service.revoke_consent(db, resources, caller, client_id)
