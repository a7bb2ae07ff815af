"""License keys: what is stored of one is its hash, and a sealed copy for its owner."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.crypto import Box, new_id, token_hash
from gatehouse.kit.db import Command, Query, Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.sealed import SealedColumn
from gatehouse.kit.units import UnitFailures
from gatehouse.licensing.licenses.identifiers import generate_license_key

SEALED_KEY = SealedColumn("license_keys", "sealed_key")
AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class MadeKey:
    """A new license's key, as it is stored."""

    id: UUID
    hash: bytes
    sealed: bytes


@dataclass(frozen=True, slots=True)
class PlainKey:
    id: UUID
    tenant_id: UUID
    license_id: UUID
    key: str


# Keys of licenses that a process of the version before has made.
PLAIN_KEYS = Query(
    PlainKey,
    """
    select k.id, k.tenant_id, k.license_id, l.key from license_keys k
    join licenses l on l.tenant_id = k.tenant_id and l.id = k.license_id
    where k.sealed_key is null and l.key is not null and k.id > $1 order by k.id limit $2
    """,
)
SEAL_KEY = Command(
    """
    with sealed as (
      update license_keys set sealed_key = $4 where tenant_id = $1 and id = $3
    )
    update licenses set key = null where tenant_id = $1 and id = $2
    """
)


def create_license_key(box: Box, key: str | None = None) -> MadeKey:
    """A new one; with `key`, one that tools have already."""
    key, key_id = key or generate_license_key(), new_id()
    return MadeKey(key_id, token_hash(key), SEALED_KEY.seal(box, key_id, key.encode()))


def decrypt_license_key(box: Box, key_id: UUID, sealed: bytes) -> str:
    return SEALED_KEY.open(box, key_id, sealed).decode()


@scheduled_job("licenses.seal_keys", "*/10 * * * *")
async def seal_plain_keys(context: JobContext) -> None:
    """Seal what is still in the clear."""
    box, last = context.resources[Box], UUID(int=0)
    with UnitFailures("licenses.seal_keys") as failures:
        while True:
            async with context.database.transaction(Scope.system()) as db:
                keys = await PLAIN_KEYS.all(db, last, AT_ONCE)
            if not keys:
                break
            last = keys[-1].id
            for one in keys:
                with failures.caught(tenant_id=one.tenant_id, license_id=one.license_id):
                    sealed = SEALED_KEY.seal(box, one.id, one.key.encode())
                    async with context.database.transaction(Scope.system()) as db:
                        await SEAL_KEY.run(db, one.tenant_id, one.license_id, one.id, sealed)
