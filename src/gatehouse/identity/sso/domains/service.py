"""The domains of a connection, and how a tenant shows that one is theirs.

A domain is one tenant's once the name servers show the token of that tenant. The record has to stay: it is
looked for again every day, and where it is gone for a week the domain is nobody's. Somebody else who shows
their token meanwhile, as the buyer of a domain can, gets it at once.
"""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import SYSTEM, by_caller
from gatehouse.audit.service import announce
from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.sso.connections.service import to_change
from gatehouse.identity.sso.domains import queries
from gatehouse.identity.sso.domains.challenge import is_met, record_of
from gatehouse.identity.sso.domains.errors import (
    DomainExists,
    DomainNotFound,
    DomainPublic,
    DomainTaken,
    NameServersSilent,
    RecordMissing,
    TooManyDomains,
)
from gatehouse.identity.sso.domains.events import (
    SsoDomainAdded,
    SsoDomainDeleted,
    SsoDomainLapsed,
    SsoDomainValidated,
)
from gatehouse.identity.sso.domains.models import Domain
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, new_token
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Invalid
from gatehouse.kit.names import NameServers, NoAnswer
from gatehouse.kit.rate_limit import Limit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.policies.domain_restrictions.domains import domain_of, is_public, spelled

MOST = 50  # of one connection
LOOKS_PER_TENANT = Limit("sso.domain.tenant", 30, 5)
MAY_WRITE = Permission.WRITE_SAML_CONFIGURATION
MAY_DELETE = Permission.DELETE_SAML_CONFIGURATION


def of_address(email: str) -> str:
    """Of a normalized address, as domains are stored."""
    return email.rpartition("@")[2]


async def add(db: Db, caller: Principal, client: Client, connection_id: UUID, text: str) -> Domain:
    """Nothing comes of it until it is validated. `DomainPublic`, `DomainExists`, `TooManyDomains`, and as a
    change of the connection."""
    domain = _stored(text)
    caller, _ = await to_change(db, caller, MAY_WRITE, connection_id)
    if await queries.COUNT.one(db, caller.tenant_id, connection_id) >= MOST:
        raise TooManyDomains(f"A connection has at most {MOST} domains", most=MOST)
    row = await queries.ADD.first(
        db, caller.tenant_id, connection_id, new_id(), domain, new_token(), clock.now()
    )
    if row is None:
        raise DomainExists(f"The account has {spelled(domain)} already")
    event = SsoDomainAdded(caller.tenant_id, connection_id, domain)
    await announce(db, event, by=by_caller(caller, client))
    return row


async def delete(
    db: Db, caller: Principal, client: Client, connection_id: UUID, domain_id: UUID
) -> None:
    """`DomainNotFound`, and as a change of the connection."""
    caller, _ = await to_change(db, caller, MAY_DELETE, connection_id)
    row = await _find(db, caller.tenant_id, connection_id, domain_id)
    await queries.DELETE.run(db, caller.tenant_id, connection_id, domain_id)
    event = SsoDomainDeleted(caller.tenant_id, connection_id, row.domain)
    await announce(db, event, by=by_caller(caller, client))


async def validate(
    db: Db,
    resources: Resources,
    caller: Principal,
    client: Client,
    connection_id: UUID,
    domain_id: UUID,
) -> None:
    """Look for the record. `DomainNotFound`, `RecordMissing`, `NameServersSilent`, `DomainTaken`. Nothing is
    held meanwhile. Needs the system scope: the domain may be another tenant's."""
    row = await _find(db, caller.tenant_id, connection_id, domain_id)
    await db.pause()
    await resources[RateLimiter].hit(LOOKS_PER_TENANT, str(caller.tenant_id))
    try:
        texts = await resources[NameServers].texts(ascii_of(row.domain))
    except NoAnswer:
        raise NameServersSilent(
            "The name servers do not answer. Try again in a few minutes."
        ) from None
    if not is_met(texts, row.token):
        raise RecordMissing(
            f"There is no TXT record {record_of(row.token)} for {spelled(row.domain)} yet. New records can "
            "take an hour to be seen."
        )
    caller, _ = await to_change(db, caller, MAY_WRITE, connection_id)
    row = await _find(db, caller.tenant_id, connection_id, domain_id)
    await _take_over(db, row, texts)
    await queries.VALIDATE.run(db, caller.tenant_id, row.id, clock.now(), "dns")
    event = SsoDomainValidated(caller.tenant_id, connection_id, row.domain)
    await announce(db, event, by=by_caller(caller, client))


def ascii_of(domain: str) -> str:
    """As the domain name system has it."""
    return domain_of(domain) or domain


async def _take_over(db: Db, row: Domain, texts: list[str]) -> None:
    """From whoever held it and shows their token no more; `DomainTaken`."""
    holder = await queries.HOLDER.first(db, row.domain)
    if holder is None or holder.id == row.id:
        return
    if holder.validated_by == "vendor" or is_met(texts, holder.token):
        raise DomainTaken(f"{spelled(row.domain)} is validated by another account")
    await lapse(db, holder)


async def lapse(db: Db, row: Domain) -> None:
    """It is nobody's from now on, and nobody comes in by it."""
    await queries.LAPSE.run(db, row.tenant_id, row.id)
    event = SsoDomainLapsed(row.tenant_id, row.connection_id, row.domain)
    await announce(db, event, by=SYSTEM)


async def _find(db: Db, tenant_id: UUID, connection_id: UUID, domain_id: UUID) -> Domain:
    row = await queries.ONE.first(db, tenant_id, connection_id, domain_id)
    if row is None:
        raise DomainNotFound("This domain does not exist")
    return row


def _stored(text: str) -> str:
    """Spelled as in addresses. `DomainPublic` where anybody gets one."""
    try:
        domain = of_address(normalize_email(f"somebody@{text.lower().rstrip('.')}"))
    except InvalidEmail:
        raise Invalid("domain: must be a domain such as example.com") from None
    if "@" in text or "." not in domain:
        raise Invalid("domain: must be a domain such as example.com")
    if is_public(ascii_of(domain)):
        raise DomainPublic(f"Anybody gets an address at {spelled(domain)}")
    return domain
