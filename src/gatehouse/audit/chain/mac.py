"""MAC that binds a block to its content, its number and the previous block."""

import hashlib
import hmac
import secrets
from datetime import UTC, datetime, timedelta

import orjson

from gatehouse.audit.chain import queries
from gatehouse.audit.chain.queries import AuditBlock, AuditPortion, ChainHead, ErasureRecord
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db


async def find_chain_key(db: Db, box: Box) -> bytes | None:
    """The key of this installation's blocks; nothing before the first was made."""
    row = await queries.KEY.first(db)
    return queries.KEYS.open(box, row.id, row.sealed_key) if row else None


async def get_or_create_chain_key(db: Db, box: Box) -> bytes:
    """The chain's key, created if there is none. The caller must hold the lock of the chain."""
    if found := await find_chain_key(db, box):
        return found
    key, key_id = secrets.token_bytes(32), new_id()
    await queries.ADD_KEY.run(db, key_id, queries.KEYS.seal(box, key_id, key), clock.now())
    return key


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def build_next_block(key: bytes, portion: AuditPortion, head: ChainHead | None) -> AuditBlock:
    """The block of these entries, after the account's last one."""
    fields = (
        portion.tenant_id,
        head.number + 1 if head else 1,
        portion.first_at,
        portion.last_at,
        portion.entries,
        portion.digests,
        head.last_at if head else None,
        head.mac if head else b"",
    )
    return AuditBlock(*fields, mac=compute_block_mac(key, AuditBlock(*fields, mac=b"")))


def compute_block_mac(key: bytes, block: AuditBlock) -> bytes:
    """HMAC-SHA-256 over all but the block's own `mac`."""
    content = [
        str(block.tenant_id),
        block.number,
        _to_microseconds(block.first_at),
        _to_microseconds(block.last_at),
        [str(one) for one in block.entries],
        block.digests.hex(),
        block.previous_last_at and _to_microseconds(block.previous_last_at),
        block.previous.hex(),
    ]
    return hmac.digest(key, orjson.dumps(content), hashlib.sha256)


def compute_erasure_record_mac(key: bytes, record: ErasureRecord) -> bytes:
    """MAC over all fields of a record but its own `mac`. No block begins like this."""
    content = [
        "erased",
        _to_microseconds(record.created_at),
        str(record.entry_id),
        record.before.hex(),
        record.after.hex(),
        _to_microseconds(record.erased_at),
    ]
    return hmac.digest(key, orjson.dumps(content), hashlib.sha256)


def _to_microseconds(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(microseconds=1)
