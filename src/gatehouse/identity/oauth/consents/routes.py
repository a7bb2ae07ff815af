"""`/identity/resources/oauth/consents/v1/me`; an application is named by its client id or its own id."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import BoundlessTransaction, OwnTransaction, SignedInPerson
from gatehouse.identity.oauth.consents import service
from gatehouse.identity.oauth.consents.schemas import (
    ConsentAsked,
    ConsentingApplication,
    ConsentQuestion,
    ConsentRequest,
)
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(prefix="/identity/resources/oauth/consents/v1/me", tags=["OpenID Connect"])


@router.get("")
async def list_consents(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson
) -> list[ConsentingApplication]:
    """What the caller has let other companies' applications know."""
    return await service.list_consents(db, resources, caller)


@router.post("/requests")
async def describe_consent_request(
    db: BoundlessTransaction,
    resources: AllResources,
    _caller: SignedInPerson,
    data: ConsentQuestion,
) -> ConsentAsked:
    """What an authorization request asks for and where its answer goes, read from the request itself, also
    one that was pushed; nothing is allowed by it. 400 `oauth.unknown_request`; 404
    `oauth.unknown_application` of one that asks nobody."""
    return await service.describe_request(db, resources, data.request)


@router.get("/{client_id}")
async def get_consent(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson, client_id: UUID
) -> ConsentingApplication:
    """Who asks, for the page where people decide; 404 `oauth.unknown_application`."""
    return await service.get_consent(db, resources, caller, client_id)


@router.put("/{client_id}")
async def give_consent(
    db: BoundlessTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    client: CurrentClient,
    client_id: UUID,
    data: ConsentRequest,
) -> ConsentingApplication:
    """Let an application know this from now on, beside what it was allowed before; where its request sends
    the answer to a device or an app, there too. 400 `oauth.unknown_request`."""
    return await service.give_consent(
        db, resources, caller, client_id, data.scopes, data.request, client
    )


@router.delete("/{client_id}", status_code=204, response_class=Response)
async def revoke_consent(
    db: BoundlessTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    client: CurrentClient,
    client_id: UUID,
) -> None:
    """Its tokens are refused from now on, and it asks again the next time. 404 where it was allowed
    nothing."""
    await service.revoke_consent(db, resources, caller, client_id, client)
