"""Emits events: a row beside the change, and a job that delivers it."""

from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue
from gatehouse_simulators.cards.errors import resource_missing
from gatehouse_simulators.cards.ids import new_entity_id
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store.models import Body
from gatehouse_simulators.cards.webhooks import queries

DELIVER = "simulated_cards.deliver"
API_VERSION = "2026-10-28.endive"


async def emit_event(
    ledger: Ledger, event_type: str, body: Body, previous: Body | None = None
) -> None:
    """Emit an event. `body` is the entity now, `previous` the entity before the change."""
    event_id = new_entity_id("evt")
    data: Body = {"object": body}
    if previous is not None:
        data["previous_attributes"] = {
            name: value for name, value in previous.items() if body.get(name) != value
        }
    event = {
        "id": event_id,
        "object": "event",
        "api_version": API_VERSION,
        "created": ledger.now,
        "data": data,
        "livemode": False,
        "pending_webhooks": 1,
        "request": {"id": ledger.request_id, "idempotency_key": ledger.idempotency_key},
        "type": event_type,
    }
    await queries.ADD_EVENT.run(ledger.db, event_id, event_type, ledger.now, event)
    await enqueue(ledger.db, DELIVER, event_id=event_id)


async def get_event(db: Db, event_id: str) -> Body:
    found = await queries.BY_ID.first(db, event_id)
    if found is None:
        raise resource_missing("event", event_id, "id")
    return found


async def replay_event(db: Db, event_id: str) -> Body:
    """Send the same event once more."""
    if await queries.REPLAY.first(db, event_id) is None:
        raise resource_missing("event", event_id, "id")
    await enqueue(db, DELIVER, event_id=event_id)
    return await get_event(db, event_id)
