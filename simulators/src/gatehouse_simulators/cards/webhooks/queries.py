from gatehouse.kit.db import Command, Query
from gatehouse_simulators.cards.store.models import Body, DeliveryStatus, EventDelivery

ADD_EVENT = Command(
    "insert into simulated_cards.events (id, type, created, body) values ($1, $2, $3, $4)"
)
BY_ID = Query(Body, "select body from simulated_cards.events where id = $1")
# $1 the types or null, $2 and $3 the bounds of `created`, $4 the id beside the page, $5 how many.
LIST = Query(
    Body,
    "select body from simulated_cards.events"
    " where ($1::text[] is null or type = any ($1)) and created between $2 and $3"
    " and ($4 = '' or sequence < (select sequence from simulated_cards.events where id = $4))"
    " order by sequence desc limit $5",
)
LIST_BEFORE = Query(
    Body,
    "select body from simulated_cards.events"
    " where ($1::text[] is null or type = any ($1)) and created between $2 and $3"
    " and sequence > (select sequence from simulated_cards.events where id = $4)"
    " order by sequence limit $5",
)
DUE = Query(
    EventDelivery,
    "select id, body, times_attempted from simulated_cards.events"
    " where id = $1 and status in ('not_attempted', 'needs_retry') and not held"
    " and (retry_at is null or retry_at <= $2)",
)
OVERDUE = Query(
    str,
    "select id from simulated_cards.events where status in ('not_attempted', 'needs_retry')"
    " and not held and retry_at <= $1 order by sequence limit 500",
)
# $2 the new status, $3 when to try again, $4 what the receiver answered.
RECORD = Command(
    "update simulated_cards.events set status = $2, retry_at = $3, response_code = $4,"
    " times_attempted = times_attempted + 1 where id = $1"
)
POSTPONE = Command("update simulated_cards.events set retry_at = $2 where id = $1")
HOLD = Command("update simulated_cards.events set held = true where id = $1")
RELEASE_HELD = Query(
    str,
    "update simulated_cards.events set held = false where held and id <> $1 returning id",
)
DROP = Command("update simulated_cards.events set status = 'failed' where id = $1")
REPLAY = Query(
    str,
    "update simulated_cards.events set status = 'not_attempted', times_attempted = 0,"
    " retry_at = null where id = $1 returning id",
)
DELIVERY_STATUSES = Query(
    DeliveryStatus,
    "select id, type, status, times_attempted, response_code, retry_at"
    " from simulated_cards.events order by sequence desc limit 200",
)
