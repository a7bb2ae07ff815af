"""The SAML key of Gatehouse: signs requests, and decrypts what providers encrypt for it."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Self
from urllib.parse import urlsplit
from uuid import UUID

from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.service import get_service_provider_addresses
from gatehouse.identity.sso.saml import certificates
from gatehouse.identity.sso.saml.certificates import OwnKey, generate_own_key, load_own_key
from gatehouse.identity.sso.saml.metadata import ServiceProvider, write_sp_metadata
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Command, Database, Db, Query, Scope
from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.kit.sealed import SealedColumn

MOST = 5
# At `$1`: the active signing key, then future keys, then earlier ones. A message is tried with no more than
# these.
_ORDERED = f"""
  with keys as (
    select *, coalesce(active_from, created_at) as since from saml_keys
  ),
  current as (select id from keys where since <= $1 order by since desc, id limit 1)
  select id, certificate, sealed_private, created_at from keys
  order by id in (select id from current) desc, since desc, id limit {MOST}
"""


@dataclass(frozen=True, slots=True)
class StoredSamlKey:
    id: UUID
    certificate: str
    sealed_private: bytes = field(repr=False)
    created_at: datetime


PRIVATE = SealedColumn("saml_keys", "sealed_private")


KEYS = Query(StoredSamlKey, _ORDERED)
ADD = Command(
    "insert into saml_keys (id, certificate, sealed_private, created_at, active_from)"
    " values ($1, $2, $3, $4, $5) on conflict (id) do nothing"
)
FORGET = Command(f"delete from saml_keys where id not in (select id from ({_ORDERED}) kept)")


class OwnKeyMaking:
    """A lock for key generation, which takes a second of CPU: within a process, only one request generates
    the first key."""

    @classmethod
    def for_process(cls, _: Resources) -> Self:
        return cls()

    def __init__(self) -> None:
        self.turn = asyncio.Lock()


async def list_own_keys(db: Db, resources: Resources) -> list[OwnKey]:
    """The existing keys, the one that signs now first. Needs the system scope."""
    return [_unseal_own_key(resources, row) for row in await KEYS.all(db, clock.now())]


async def load_or_create_own_keys(resources: Resources) -> list[OwnKey]:
    """The existing keys, the one that signs now first; creates the first key if there is none. No transaction
    may be open."""
    async with resources[Database].transaction(Scope.system()) as db:
        keys = await list_own_keys(db, resources)
    return keys or await _create_first_own_key(resources)


async def build_service_provider_metadata(
    resources: Resources, connection: SsoConnection | None = None
) -> bytes:
    """The metadata for import at an identity provider; with a connection, under the entity id that its
    provider uses. No transaction may be open."""
    ours = get_service_provider_addresses(resources)
    keys = await load_or_create_own_keys(resources)
    provider = ServiceProvider(
        entity_id=(connection.audience if connection else "") or ours.sp_entity_id,
        acs_url=ours.acs_url,
        slo_url=ours.slo_url,
        certificates=[key.certificate for key in keys],
        signs_requests=connection is not None and connection.sign_request,
    )
    return write_sp_metadata(provider)


async def rotate_own_key(resources: Resources, after: timedelta) -> tuple[OwnKey, datetime]:
    """Create a new key; returns it with the time from which it signs. Until then providers can read its
    certificate from the metadata. The keys that signed longest ago are deleted. No transaction may be
    open."""
    await load_or_create_own_keys(resources)
    made, now = await _generate_own_key(resources), clock.now()
    async with resources[Database].transaction(Scope.system()) as db:
        await take_lock(db, Lock.SAML_KEYS)
        await _store_own_key(db, resources, made, now + after)
        await FORGET.run(db, clock.now())
    return made, now + after


async def _generate_own_key(resources: Resources) -> OwnKey:
    check_no_connection_held("key")
    host = urlsplit(resources[Deployment].public_url).hostname or "gatehouse"
    return await asyncio.to_thread(generate_own_key, host, clock.now())


async def _store_own_key(db: Db, resources: Resources, made: OwnKey, active_from: datetime) -> None:
    key_id = new_id()
    sealed = PRIVATE.seal(resources[Box], key_id, made.private_pem())
    certificate = certificates.to_pem(made.certificate)
    await ADD.run(db, key_id, certificate, sealed, clock.now(), active_from)


async def _create_first_own_key(resources: Resources) -> list[OwnKey]:
    """Create the first key, once even with concurrent requests or processes."""
    async with resources[OwnKeyMaking].turn:
        async with resources[Database].transaction(Scope.system()) as db:
            if found := await list_own_keys(db, resources):
                return found
        made = await _generate_own_key(resources)
        async with resources[Database].transaction(Scope.system()) as db:
            await take_lock(db, Lock.SAML_KEYS)
            if found := await list_own_keys(db, resources):
                return found
            await _store_own_key(db, resources, made, clock.now())
        return [made]


def _unseal_own_key(resources: Resources, row: StoredSamlKey) -> OwnKey:
    private = PRIVATE.open(resources[Box], row.id, row.sealed_private)
    return load_own_key(private, row.certificate.encode())
