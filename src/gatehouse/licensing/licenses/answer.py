"""Licenses as `LicenseOut` has them, made of rows: a list is written without building a model of each."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import orjson

from gatehouse.kit.crypto import Box
from gatehouse.licensing.licenses.models import StoredLicense
from gatehouse.licensing.licenses.sealed_keys import decrypt_license_key


def write_licenses(rows: Iterable[StoredLicense], now: datetime, box: Box) -> bytes:
    """The JSON of a list of licenses."""
    return orjson.dumps([describe_license(row, now, box) for row in rows], option=orjson.OPT_UTC_Z)


def describe_license(row: StoredLicense, now: datetime, box: Box) -> dict[str, Any]:
    """A license by the names of the wire, without what it lacks. The key is included if the row has one."""
    is_over = row.valid_to is not None and row.valid_to < now
    described = _drop_missing({
        "id": str(row.id),
        "name": row.name,
        "licenseType": row.license_type,
        "isTrial": row.is_trial,
        "maxSeats": row.max_seats,
        "usedSeats": row.used_seats,
        "key": row.key if row.is_key_seen else None,
        "fingerprint": row.fingerprint,
        "validTo": row.valid_to,
        "daysLeft": _count_days_left(row.valid_to, now) if row.is_trial and not is_over else None,
        "isOver": is_over,
        "standing": "revoked" if row.revoked_at else "suspended" if row.suspended_at else None,
        "billing": _describe_billing(row) if row.billing_status is not None else None,
    })  # fmt: skip
    if row.key_id is not None and row.sealed_key is not None:
        described["key"] = decrypt_license_key(box, row.key_id, row.sealed_key)
    return described


def _count_days_left(until: datetime | None, now: datetime) -> int | None:
    """Whole days of UTC."""
    return (until.astimezone(UTC).date() - now.astimezone(UTC).date()).days if until else None


def _describe_billing(row: StoredLicense) -> dict[str, Any]:
    is_active = row.billing_status == "active" or row.status_at is None
    status = {"type": "active"} if is_active else {"type": row.billing_status, "at": row.status_at}
    ahead = {"deactivationAt": row.deactivation_at, "pauseAt": row.pauses_at}
    fewer = {"maxSeats": row.next_seats, "at": row.next_seats_at}
    return _drop_missing({
        "priceId": row.price_id,
        "cycle": row.cycle,
        "status": _drop_missing({**status, **ahead}),
        "nextPayment": row.next_payment_at,
        "isPastDue": row.is_past_due,
        "scheduledSeats": _drop_missing(fewer) if row.next_seats is not None else None,
    })  # fmt: skip


def _drop_missing(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
