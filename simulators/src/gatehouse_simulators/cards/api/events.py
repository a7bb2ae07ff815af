from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from gatehouse_simulators.cards.call import ThisCall
from gatehouse_simulators.cards.envelope import build_list
from gatehouse_simulators.cards.fields import Parameters
from gatehouse_simulators.cards.listing import CardListQuery
from gatehouse_simulators.cards.webhooks import queries, service

router = APIRouter(prefix="/events")


class EventPage(CardListQuery):
    type: str | None = None
    types: list[str] = Field([], max_length=20)


@router.get("")
async def list_events(call: ThisCall) -> JSONResponse:
    """List events, newest first."""
    page = call.read_parameters(EventPage)
    for beside in filter(None, (page.starting_after, page.ending_before)):
        await service.get_event(call.db, beside)
    types = page.types or ([page.type] if page.type else None)
    chosen = (types, *page.bounds())
    if page.ending_before:
        rows = await queries.LIST_BEFORE.all(call.db, *chosen, page.ending_before, page.limit + 1)
        shown = rows[: page.limit][::-1]
    else:
        after = page.starting_after or ""
        rows = await queries.LIST.all(call.db, *chosen, after, page.limit + 1)
        shown = rows[: page.limit]
    return JSONResponse(build_list(shown, "/v1/events", has_more=len(rows) > page.limit))


@router.get("/{event_id}")
async def get_event(call: ThisCall, event_id: str) -> JSONResponse:
    call.read_parameters(Parameters)
    return JSONResponse(await service.get_event(call.db, event_id))


@router.post("/{event_id}/retry")
async def retry_event(call: ThisCall, event_id: str) -> JSONResponse:
    """Send the event once more, as the provider's command line does."""
    call.read_parameters(Parameters)
    return JSONResponse(await service.replay_event(call.db, event_id))
