"""Reads `after`, `per_page`, `order_by` and the filters of a list."""

import re
from datetime import UTC, datetime

from fastapi import Request

from gatehouse.simulators.checkout.errors import invalid
from gatehouse.simulators.checkout.ids import stamp
from gatehouse.simulators.checkout.store.models import Body
from gatehouse.simulators.checkout.store.service import Listing

ORDER = re.compile(r"(id|created_at|updated_at|billed_at)\[(ASC|DESC)\]", re.IGNORECASE)
BOUND = re.compile(r"(created_at|updated_at|billed_at|next_billed_at)(?:\[(LT|LTE|GT|GTE)\])?")
MOST = 200


def listing(request: Request, *fields: str, containing: Body | None = None) -> Listing:
    """`fields` may be filtered by comma-separated texts; times by `created_at[GTE]` and the like."""
    query = request.query_params
    return Listing(
        accepted={name: texts(request, name) for name in fields if query.get(name)},
        containing=containing or {},
        bounds=_bounds(request),
        after=query.get("after", "").replace("\0", ""),
        per_page=per_page(request),
        **_order(query.get("order_by", "")),
    )


def texts(request: Request, name: str) -> list[str]:
    return [part for part in request.query_params.get(name, "").split(",") if part]


def per_page(request: Request) -> int:
    given = request.query_params.get("per_page", "50")
    if not given.isascii() or not given.isdigit() or not int(given[:9]):
        raise invalid("per_page", "must be a positive number")
    return min(int(given[:9]), MOST)


def _order(given: str) -> Body:
    found = ORDER.fullmatch(given)
    if found is None:
        if given:
            raise invalid("order_by", "must be a field and a direction, as id[ASC]")
        return {}
    return {"sort": found[1].lower(), "descending": found[2].upper() == "DESC"}


def _bounds(request: Request) -> dict[str, list[str]]:
    """The lowest and the highest text; times have a fixed width, so texts compare like times."""
    bounds: dict[str, list[str]] = {}
    for name, value in request.query_params.items():
        found = BOUND.fullmatch(name)
        if found is None:
            continue
        low, high = bounds.setdefault(found[1], ["", "~"])
        at = _time(name, value)
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


def _time(name: str, value: str) -> str:
    try:
        at = datetime.fromisoformat(value)
    except ValueError:
        raise invalid(name, "must be an RFC 3339 time") from None
    return stamp(at.astimezone(UTC) if at.tzinfo else at)
