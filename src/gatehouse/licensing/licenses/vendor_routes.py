"""Licenses of all tenants, for the vendor's backends and staff."""

from datetime import timedelta
from typing import Annotated

from fastapi import Path, Query, Response

from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.kit.crypto import Box
from gatehouse.kit.resources import resource
from gatehouse.kit.router import without_nulls
from gatehouse.kit.schemas import Instant
from gatehouse.licensing.licenses import vendor_schemas, vendor_service
from gatehouse.licensing.licenses.csv_import import import_license_table
from gatehouse.licensing.licenses.identifiers import FINGERPRINT
from gatehouse.licensing.licenses.keys import rotate_key_as_vendor
from gatehouse.licensing.licenses.models import LicenseRequest
from gatehouse.licensing.licenses.schemas import KeyRotation, RevealedKey

Fingerprint = Annotated[str, Path(pattern=f"^{FINGERPRINT.pattern}$")]
Sealing = Annotated[Box, resource(Box)]

READ, WRITE = VendorPermission.READ_LICENSES, VendorPermission.WRITE_LICENSES
SHOWS = without_nulls(vendor_schemas.VendorLicenseOut)

router = Router(prefix="/tenants/resources/licenses/v1", tags=["Vendor"], route_class=VendorRoute)


@router.post("/{fingerprint}/rotate-key", permission=WRITE, **without_nulls(RevealedKey))
async def rotate_key_of_license(
    db: VendorTransaction,
    caller: VendorCaller,
    box: Sealing,
    fingerprint: Fingerprint,
    data: KeyRotation,
) -> RevealedKey:
    """A new key, whichever account the license belongs to. The one until now works for `overlapHours` more;
    the one before that ends at once. 404 `licenses.missing`."""
    overlap = timedelta(hours=data.overlap_hours)
    return await rotate_key_as_vendor(db, box, fingerprint, overlap, caller.actor)


@router.get("", permission=READ, **without_nulls(vendor_schemas.VendorLicensesPage))
async def list_all_licenses(
    db: VendorLaggingTransaction, query: Annotated[vendor_schemas.VendorLicensesQuery, Query()]
) -> Response:
    """A page of the licenses of all accounts; counted to 10,000."""
    return await vendor_service.list_all_licenses_page(db, query)


@router.post("", permission=WRITE, status_code=201, **SHOWS)
async def issue_license(
    db: VendorTransaction, caller: VendorCaller, box: Sealing, data: vendor_schemas.LicenseIssue
) -> Response:
    """A license outside the payment provider, which never changes it. Its key is shown in the account's
    portal, and by `rotate-key`. 404 for the account; 400 `licenses.day_passed`; 409
    `licenses.reference_taken`, `licenses.organization_needed`."""
    request = LicenseRequest(**dict(data))
    made = await vendor_service.issue_license(db, box, request, caller.actor)
    return await vendor_service.render_license(db, made, 201)


@router.post("/import", permission=WRITE, response_model=vendor_schemas.LicenseImportReport)
async def import_licenses(
    db: VendorTransaction, caller: VendorCaller, box: Sealing, data: vendor_schemas.LicenseImport
) -> vendor_schemas.LicenseImportReport:
    """Issue a license for each line. A line that cannot be taken is in the report, and the others are taken;
    with `dryRun` all of it is done, and undone. 400 `licenses.unreadable_table`."""
    return await import_license_table(db, box, data.csv, caller.actor, dry_run=data.dry_run)


@router.get("/{fingerprint}", permission=READ, **SHOWS)
async def get_any_license(db: VendorTransaction, fingerprint: Fingerprint) -> Response:
    """One license, whichever account it belongs to."""
    return await vendor_service.render_license(db, fingerprint)


@router.patch("/{fingerprint}", permission=WRITE, **SHOWS)
async def change_any_license(
    db: VendorTransaction,
    caller: VendorCaller,
    fingerprint: Fingerprint,
    data: vendor_schemas.VendorLicenseChange,
) -> Response:
    """Another name or number of seats. 409 `licenses.seats_are_paid` where a subscription decides that,
    `licenses.seats_in_use` when more are held."""
    await vendor_service.change_license(db, fingerprint, data.name, data.seats, caller.actor)
    return await vendor_service.render_license(db, fingerprint)


@router.post("/{fingerprint}/extend", permission=WRITE, **SHOWS)
async def extend_license(
    db: VendorTransaction,
    caller: VendorCaller,
    fingerprint: Fingerprint,
    data: vendor_schemas.LicenseExtension,
) -> Response:
    """Let it work longer than what is paid or was agreed. 400 `licenses.day_passed`."""
    await vendor_service.extend_license(db, fingerprint, data.until, caller.actor)
    return await vendor_service.render_license(db, fingerprint)


@router.post("/{fingerprint}/suspend", permission=WRITE, **SHOWS)
async def suspend_license(
    db: VendorTransaction, caller: VendorCaller, fingerprint: Fingerprint
) -> Response:
    """Suspend the license until it is restored. Its seats are freed. No body."""
    await vendor_service.set_license_standing(db, fingerprint, "suspended", caller.actor)
    return await vendor_service.render_license(db, fingerprint)


@router.post("/{fingerprint}/revoke", permission=WRITE, **SHOWS)
async def revoke_license(
    db: VendorTransaction, caller: VendorCaller, fingerprint: Fingerprint
) -> Response:
    """Take it back; its tools say so. Its seats are freed. No body."""
    await vendor_service.set_license_standing(db, fingerprint, "revoked", caller.actor)
    return await vendor_service.render_license(db, fingerprint)


@router.post("/{fingerprint}/restore", permission=WRITE, **SHOWS)
async def restore_license(
    db: VendorTransaction, caller: VendorCaller, fingerprint: Fingerprint
) -> Response:
    """Undo a suspension or revocation. No body."""
    await vendor_service.set_license_standing(db, fingerprint, "restored", caller.actor)
    return await vendor_service.render_license(db, fingerprint)


@router.get("/{fingerprint}/timeline", permission=READ, response_model_exclude_none=True)
async def get_license_timeline(
    db: VendorTransaction,
    fingerprint: Fingerprint,
    before: Instant | None = None,
    limit: Annotated[int, Query(alias="_limit", ge=1, le=200)] = 50,
) -> vendor_schemas.LicenseTimeline:
    """What happened to the license, the newest first: audited actions, of the account's newest 5,000 entries,
    and what the payment provider reported. `before`: the `at` of the last entry of the page before."""
    return await vendor_service.list_license_timeline(db, fingerprint, before, limit)
