"""Connections from a provider's SAML metadata. No transaction is open while the metadata is fetched."""

from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.identity.sso.connections import service as connections
from gatehouse.identity.sso.connections.models import MetadataSource, SsoConnection
from gatehouse.identity.sso.connections.schemas import SsoConnectionIn
from gatehouse.identity.sso.errors import BadMetadata, MetadataUnreachable
from gatehouse.identity.sso.saml import certificates
from gatehouse.identity.sso.saml.metadata import MetadataRefused, parse_idp_metadata
from gatehouse.identity.sso.saml.sending import POST
from gatehouse.identity.sso.saml.xml import MOST_BYTES
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

FETCHES_PER_TENANT = RateLimit("sso.metadata.tenant", 30, 5)


async def save_connection_from_metadata(
    db: Db,
    resources: Resources,
    caller: Principal,
    document: bytes | str,
    connection_id: UUID | None = None,
    source: MetadataSource = "file",
    url: str = "",
) -> SsoConnection:
    """Create a connection from metadata, or update an existing one. Raises `BadMetadata`, and the errors of
    `save_connection`."""
    if connection_id is not None:
        await connections.get_connection(db, caller.tenant_id, connection_id)
        await db.pause()
    data = parse_connection_metadata(document)
    return await connections.save_connection(
        db, resources, caller, data, connection_id, source, url
    )


async def save_connection_from_metadata_url(
    db: Db, resources: Resources, caller: Principal, url: str, connection_id: UUID | None = None
) -> SsoConnection:
    """Create or update a connection from metadata at a URL. Raises `MetadataUnreachable`, and the errors of
    `save_connection_from_metadata`."""
    if connection_id is not None:
        await connections.get_connection(db, caller.tenant_id, connection_id)
    await db.pause()
    await resources[RateLimiter].hit(FETCHES_PER_TENANT, str(caller.tenant_id))
    document = await fetch_saml_metadata(resources, url)
    return await save_connection_from_metadata(
        db, resources, caller, document, connection_id, "url", url
    )


async def fetch_saml_metadata(resources: Resources, url: str) -> bytes:
    """Raises `MetadataUnreachable` when the address is not allowed, does not answer, or answers with another
    status than 200."""
    try:
        answer = await resources[Outbound].get(
            url, {"accept": "application/samlmetadata+xml, application/xml"}, most=MOST_BYTES + 1
        )
    except (AddressRefused, Unreachable) as error:
        raise MetadataUnreachable(f"The metadata could not be imported: {error}") from None
    if answer.status != 200:
        raise MetadataUnreachable(
            f"The address answered with status {answer.status}, not with metadata"
        )
    return answer.content


def parse_connection_metadata(document: bytes | str) -> SsoConnectionIn:
    """Convert metadata to the fields of a connection. Raises `BadMetadata` when it is not valid."""
    try:
        found = parse_idp_metadata(document, clock.now())
    except MetadataRefused as refused:
        raise BadMetadata(str(refused)) from None
    leave = found.sign_out_at
    return SsoConnectionIn(
        slo_endpoint=leave.url if leave else "",
        slo_by_post=leave is not None and leave.binding == POST,
        sso_endpoint=found.sign_in_at.url,
        sso_by_post=found.sign_in_at.binding == POST,
        idp_entity_id=found.entity_id,
        public_certificate="".join(map(certificates.to_pem, found.certificates)),
        sign_request=found.wants_signed_requests,
    )
