"""Lists: `limit`, `starting_after`, `ending_before`, `created[gte]` and the filters."""

from typing import Annotated

from fastapi.responses import JSONResponse
from pydantic import BeforeValidator, Field

from gatehouse_simulators.cards.call import CardCall
from gatehouse_simulators.cards.errors import CardRefusal
from gatehouse_simulators.cards.fields import EntityId, Parameters, UnixTime
from gatehouse_simulators.cards.store import service
from gatehouse_simulators.cards.store.models import Body
from gatehouse_simulators.cards.store.service import END_OF_TIME, Listing


class CreatedRange(Parameters):
    gt: UnixTime | None = None
    gte: UnixTime | None = None
    lt: UnixTime | None = None
    lte: UnixTime | None = None


def _parse_exact_time(value: object) -> object:
    """Read `created=1700000000` as that second."""
    return {"gte": value, "lte": value} if isinstance(value, str) else value


class CardListQuery(Parameters):
    limit: int = Field(10, ge=1, le=100)
    starting_after: EntityId | None = None
    ending_before: EntityId | None = None
    created: Annotated[CreatedRange, BeforeValidator(_parse_exact_time)] = CreatedRange()

    def bounds(self) -> tuple[int, int]:
        at = self.created
        low = max(at.gte or 0, 0 if at.gt is None else at.gt + 1)
        high = END_OF_TIME if at.lte is None else at.lte
        return low, high if at.lt is None else min(high, at.lt - 1)


async def build_listing(
    call: CardCall, kind: str, page: CardListQuery, containing: Body, statuses: tuple[str, ...] = ()
) -> Listing:
    """The page that the call asks for. The entity of `starting_after` or `ending_before` must exist."""
    if page.starting_after and page.ending_before:
        raise CardRefusal(
            "Received both starting_after and ending_before parameters. Please pass in only one."
        )
    for param in ("starting_after", "ending_before"):
        if beside := getattr(page, param):
            await service.get_entity(call.db, kind, beside, param)
    earliest, latest = page.bounds()
    return Listing(
        containing,
        statuses,
        earliest,
        latest,
        page.starting_after or "",
        page.ending_before or "",
        page.limit,
    )


async def show_page(
    call: CardCall, kind: str, page: CardListQuery, containing: Body, statuses: tuple[str, ...] = ()
) -> JSONResponse:
    """Respond with the page of entities that match."""
    wanted = await build_listing(call, kind, page, containing, statuses)
    found, more = await service.list_page(call.db, kind, wanted)
    return await call.show_list(found, has_more=more)
