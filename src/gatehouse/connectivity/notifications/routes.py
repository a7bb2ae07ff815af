"""The caller's own notifications (wire-api §16.18)."""

from typing import Annotated

from fastapi import Depends, Query, Response
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from gatehouse.access.guard import SignedInPerson, Transaction
from gatehouse.connectivity.notifications import queries, schemas, service
from gatehouse.kit import clock
from gatehouse.kit.errors import NotFound
from gatehouse.kit.router import Router

router = Router(prefix="/notification", tags=["Notifications"])


def _parse_notification_page(
    params: Annotated[
        str | None,
        Query(max_length=500, description='JSON, such as `{"count": 20, "offset": 0}`.'),
    ] = None,
) -> schemas.NotificationsAsked:
    """The published client sends an object as JSON."""
    try:
        return schemas.NotificationsAsked.model_validate_json(params or "{}")
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None


@router.get("")
async def list_notifications(
    db: Transaction,
    caller: SignedInPerson,
    asked: Annotated[schemas.NotificationsAsked, Depends(_parse_notification_page)],
) -> list[schemas.NotificationOut]:
    """Pinned ones first, then the newest, of the last 90 days; not those that were archived."""
    return await queries.PAGE.all(db, caller.tenant_id, caller.person_id, asked.count, asked.offset)


@router.put("/status")
async def change_notification_status(
    db: Transaction, caller: SignedInPerson, data: schemas.NotificationStatusChange
) -> Response:
    """404 `notifications.not_found`."""
    await service.set_notification_status(db, caller, data.params)
    return Response()


@router.post("/status/mark-all-read")
async def mark_notifications_read(db: Transaction, caller: SignedInPerson) -> Response:
    await queries.READ_ALL.run(db, caller.tenant_id, caller.person_id, clock.now())
    return Response()


@router.put("/{pin_status}")
async def pin_notification(
    db: Transaction,
    caller: SignedInPerson,
    pin_status: str,
    data: schemas.NotificationPin,
) -> Response:
    """`pin` or `unpin`. 404 `notifications.not_found`; 409 `notifications.too_many_pinned` beyond twenty."""
    if pin_status not in ("pin", "unpin"):
        raise NotFound("The address was not found")
    await service.pin_notification(db, caller, data.notification_id, is_pinned=pin_status == "pin")
    return Response()
