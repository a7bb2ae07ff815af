"""SAML: redirects users to a tenant's provider, and signs in the user that its response names."""

from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.models import ExternalIdentity
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.models import SignInChallenge, SignInContext
from gatehouse.identity.sso.answers import service as answers
from gatehouse.identity.sso.answers.service import StoredSamlResponse
from gatehouse.identity.sso.claims import ClaimedGroups
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.service import own_addresses
from gatehouse.identity.sso.logout.saml_sessions import remember_saml_session
from gatehouse.identity.sso.own_key.service import own_keys
from gatehouse.identity.sso.saml.keys import OwnKey
from gatehouse.identity.sso.saml.models import ignores_case
from gatehouse.identity.sso.saml.request import (
    AuthnRequest,
    form_fields,
    redirect_url,
    request_id_of,
)
from gatehouse.identity.sso.sign_in import people, queries, saml_answer
from gatehouse.identity.sso.sign_in.box import BoxPages
from gatehouse.identity.sso.sign_in.errors import SsoFailed
from gatehouse.kit import clock
from gatehouse.kit.addresses import with_query
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.client.saml import REQUEST_PATH


async def start_saml_sign_in(
    resources: Resources, way: SsoConnection, browser: str, box: BoxPages
) -> str:
    """The address to which the browser is sent. If `box` names pages of an older login box, the browser
    continues there after the response."""
    ours = own_addresses(resources)
    async with resources[Database].transaction(Scope.system()) as db:
        begun = await sign_ins.begin_external_sign_in(
            db, kind="saml", provider=str(way.id), browser=browser, redirect_uri=ours.acs_url,
            page=box.page, page_state=box.when_failed,
        )  # fmt: skip
    return await address_of(resources, way, begun.state)


async def address_of(resources: Resources, connection: SsoConnection, state: str) -> str:
    """The provider's address with a request for this state; if the provider accepts requests by form only,
    the page of Gatehouse that posts it. No transaction may be open."""
    if connection.sso_by_post:
        return with_query(resources[Deployment].public_url + REQUEST_PATH, {"state": state})
    request, key = await _build_authn_request(resources, connection, state)
    return redirect_url(request, state, key)


async def form_of(resources: Resources, state: str) -> tuple[str, dict[str, str]] | None:
    """The provider's address and the fields of the form for it; None if no sign-in or test login waits for
    this state."""
    async with resources[Database].transaction(Scope.system()) as db:
        connection = await _waiting_connection(db, state)
    if connection is None or not connection.sso_by_post:
        return None
    request, key = await _build_authn_request(resources, connection, state)
    return connection.sso_endpoint, form_fields(request, state, key)


async def _waiting_connection(db: Db, state: str) -> SsoConnection | None:
    if provider := await sign_ins.provider_of(db, "saml", state):
        return await queries.BY_ID.first(db, provider)
    if test_id := await sign_ins.provider_of(db, "saml_test", state):
        return await queries.OF_TEST.first(db, UUID(test_id))
    return None


async def _build_authn_request(
    resources: Resources, connection: SsoConnection, state: str
) -> tuple[AuthnRequest, OwnKey | None]:
    ours = own_addresses(resources)
    key = (await own_keys(resources))[0] if connection.sign_request else None
    request = AuthnRequest(
        id=request_id_of(state),
        destination=connection.sso_endpoint,
        issuer=connection.audience or ours.sp_entity_id,
        acs_url=ours.acs_url,
        at=clock.now(),
    )
    return request, key


async def finish_saml_sign_in(
    resources: Resources,
    *,
    message: str,
    state: str,
    browser: str,
    client: Client,
    door: SignInContext,
) -> SignedIn | SignInChallenge:
    """Sign in the user that the message names. The message is the code from the callback, or the provider's
    own response if the product's server received it. Raises `SsoFailed`, `SsoRefused`, and the errors of
    `sign_in`."""
    if message == saml_answer.REFUSED:
        raise SsoFailed(saml_answer.FAILED)
    if saml_answer.is_code(message):
        code = message
    else:
        code = await saml_answer.receive_saml_response(
            resources, message=message, state=state, client=client
        )
    async with resources[Database].transaction(Scope.system()) as db:
        attempt = await sign_ins.use_by_code(db, "saml", browser, code)
        taken = await answers.use_saml_response(db, code, asked_here=attempt is not None)
        way = await queries.BY_ID.first(db, taken[0]) if taken else None
        if taken is None or way is None:
            raise SsoFailed(saml_answer.OVER)
        connection_id, answer, subject = taken
        identity = identity_of(connection_id, answer, subject)
        outcome = await people.sign_in_with_sso(
            db, resources, way, identity, groups_of(answer), client, door
        )
        await remember_saml_session(db, way, answer.issuer, subject, outcome)
        return outcome


def groups_of(answer: StoredSamlResponse) -> ClaimedGroups:
    return ClaimedGroups(frozenset(answer.groups), is_complete=not answer.groups_left_out)


def identity_of(
    connection_id: UUID, answer: StoredSamlResponse, subject: dict[str, Any] | None
) -> ExternalIdentity:
    """Build the identity. A company's provider is trusted for addresses of its domains, and `people` accepts
    no others."""
    return ExternalIdentity(
        kind="saml",
        provider=str(connection_id),
        issuer=answer.issuer,
        subject=answer.subject,
        email=answer.email,
        email_verified=answer.email is not None,
        name=answer.name,
        ignores_case=ignores_case(subject["format"] if subject else None),
    )
