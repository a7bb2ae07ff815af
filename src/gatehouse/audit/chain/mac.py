"""MAC that binds a block to its content, its number and the previous block."""

import hashlib
import hmac
from datetime import UTC, datetime, timedelta

import orjson

from gatehouse.audit.chain.models import AuditBlock, AuditPortion, ChainHead, ErasureRecord

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def next_block(key: bytes, portion: AuditPortion, head: ChainHead | None) -> AuditBlock:
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
    return AuditBlock(*fields, mac=mac_of(key, AuditBlock(*fields, mac=b"")))


def mac_of(key: bytes, block: AuditBlock) -> bytes:
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


def mac_of_record(key: bytes, record: ErasureRecord) -> bytes:
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
