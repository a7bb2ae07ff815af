"""What binds a block to its content, its number and the block before."""

import hashlib
import hmac
from datetime import UTC, datetime, timedelta

import orjson

from gatehouse.audit.chain.models import Block, Head, Portion, Record

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def next_block(key: bytes, portion: Portion, head: Head | None) -> Block:
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
    return Block(*fields, mac=mac_of(key, Block(*fields, mac=b"")))


def mac_of(key: bytes, block: Block) -> bytes:
    """HMAC-SHA-256 over all but the block's own `mac`."""
    content = [
        str(block.tenant_id),
        block.number,
        _microseconds(block.first_at),
        _microseconds(block.last_at),
        [str(one) for one in block.entries],
        block.digests.hex(),
        block.previous_last_at and _microseconds(block.previous_last_at),
        block.previous.hex(),
    ]
    return hmac.digest(key, orjson.dumps(content), hashlib.sha256)


def mac_of_record(key: bytes, record: Record) -> bytes:
    """The same over all but a record's own `mac`. No block begins like this."""
    content = [
        "erased",
        _microseconds(record.created_at),
        str(record.entry_id),
        record.before.hex(),
        record.after.hex(),
        _microseconds(record.erased_at),
    ]
    return hmac.digest(key, orjson.dumps(content), hashlib.sha256)


def _microseconds(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(microseconds=1)
