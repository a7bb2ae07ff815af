"""Lists: `after`, `per_page`, `order_by`, `search`, the filters, and the page of results."""

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from fastapi import Request
from fastapi.responses import JSONResponse

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.envelope import build_page
from gatehouse_simulators.checkout.errors import invalid_field
from gatehouse_simulators.checkout.ids import to_timestamp
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.models import Body
from gatehouse_simulators.checkout.store.service import Listing

ORDER = re.compile(r"(id|created_at|updated_at|billed_at)\[(ASC|DESC)\]", re.IGNORECASE)
BOUND = re.compile(r"(created_at|updated_at|billed_at|next_billed_at)(?:\[(LT|LTE|GT|GTE)\])?")
MOST = 200
# Kinds whose archived, expired or used entities are listed only on request.
ACTIVE_ONLY = {"customer", "address", "product", "price", "discount"}

Show = Callable[[list[Body]], Awaitable[list[Body]]]


async def list_page(
    request: Request,
    db: Db,
    kind: str,
    *fields: str,
    containing: Body | None = None,
    show: Show | None = None,
) -> JSONResponse:
    """Respond with a page. `fields` can be filtered by comma-separated values, ignoring case, and times by
    `created_at[GTE]` and the like. `show` completes the entities of the page."""
    accepted = {name: read_texts(request, name) for name in fields if read_texts(request, name)}
    if kind in ACTIVE_ONLY:
        accepted.setdefault("status", ["active"])
    wanted = Listing(
        accepted=accepted,
        containing=containing or {},
        bounds=_read_bounds(request),
        search=_read_text(request, "search").lower(),
        after=read_after(request),
        per_page=read_page_size(request),
        **_read_order(_read_text(request, "order_by")),
    )
    found, total = await service.list_page(db, kind, wanted)
    return build_page(request, await show(found) if show else found, wanted.per_page, total)


def read_texts(request: Request, name: str) -> list[str]:
    return [part for part in _read_text(request, name).lower().split(",") if part]


def read_page_size(request: Request) -> int:
    given = _read_text(request, "per_page") or "50"
    if not given.isascii() or not given.isdigit() or not int(given[:9]):
        raise invalid_field("per_page", "must be a positive number")
    return min(int(given[:9]), MOST)


def read_after(request: Request) -> str:
    """The last id of the previous page."""
    return _read_text(request, "after")


def _read_text(request: Request, name: str) -> str:
    return request.query_params.get(name, "").replace("\0", "")


def _read_order(given: str) -> Body:
    found = ORDER.fullmatch(given)
    if found is None:
        if given:
            raise invalid_field("order_by", "must be a field and a direction, as id[ASC]")
        return {}
    return {"sort": found[1].lower(), "descending": found[2].upper() == "DESC"}


def _read_bounds(request: Request) -> dict[str, list[str]]:
    """The lowest and the highest value of each time. Times have a fixed width, so they compare as text."""
    bounds: dict[str, list[str]] = {}
    for name, value in request.query_params.items():
        found = BOUND.fullmatch(name)
        if found is None:
            continue
        low, high = bounds.setdefault(found[1], ["", "~"])
        at = _read_time(name, value)
        match found[2]:
            case "GTE":
                low = at
            case "GT":
                low = at + "~"
            case "LTE":
                high = at
            case "LT":
                high = at[:-1]
            case _:
                low = high = at
        bounds[found[1]] = [low, high]
    return bounds


def _read_time(name: str, value: str) -> str:
    try:
        at = datetime.fromisoformat(value)
        return to_timestamp(at if at.tzinfo else at.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        raise invalid_field(name, "must be an RFC 3339 time") from None
