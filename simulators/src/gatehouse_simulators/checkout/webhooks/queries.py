from gatehouse.kit.db import Command, Query
from gatehouse_simulators.checkout.store.models import (
    DeliveryAttempt,
    NotificationDelivery,
    StoredEvent,
    StoredNotification,
)

# An event and a notification for each destination that asked for it. A notification's id follows from
# the event and the destination, so nothing has to be read first.
ADD_EVENT = Query(
    int,
    "with event as ("
    " insert into simulated_checkout.events (id, type, occurred_at, data) values ($1, $2, $3, $4)"
    " returning id), sent as ("
    " insert into simulated_checkout.notifications (id, event_id, destination_id, origin, status)"
    " select 'ntf_' || left(encode(sha256(convert_to(event.id || d.id, 'UTF8')), 'hex'), 26),"
    "  event.id, d.id, 'event', 'not_attempted'"
    " from event, simulated_checkout.entities d where d.kind = 'destination'"
    " and (d.body -> 'active')::boolean"
    " and d.body -> 'subscribed_events' @> jsonb_build_array(jsonb_build_object('name', $2::text))"
    " returning 1) select count(*) from sent",
)
REPLAY = Query(
    str,
    "with replayed as ("
    " update simulated_checkout.notifications set replayed_at = $3 where id = $1"
    " returning event_id, destination_id)"
    " insert into simulated_checkout.notifications (id, event_id, destination_id, origin, status)"
    " select $2, event_id, destination_id, 'replay', 'not_attempted' from replayed"
    " returning event_id",
)
DUE = Query(
    NotificationDelivery,
    "select n.id, e.id as event_id, e.type as event_type, e.occurred_at, e.data,"
    " d.body ->> 'destination' as url, d.body ->> 'endpoint_secret_key' as secret,"
    " n.times_attempted from simulated_checkout.notifications n"
    " join simulated_checkout.events e on e.id = n.event_id"
    " join simulated_checkout.entities d on d.id = n.destination_id"
    " where n.event_id = $1 and n.status in ('not_attempted', 'needs_retry') and not n.held"
    " and (n.retry_at is null or n.retry_at <= $2) order by n.sequence",
)
OVERDUE_EVENTS = Query(
    str,
    "select event_id from simulated_checkout.notifications"
    " where status in ('not_attempted', 'needs_retry') and not held and retry_at <= $1"
    " group by event_id order by min(sequence) limit 500",
)
# $3 the new status, $4 when to try again, $5… what the receiver answered.
RECORD = Command(
    "with tried as ("
    " insert into simulated_checkout.attempts (id, notification_id, attempted_at, response_code,"
    "  response_content_type, response_body) values ($5, $1, $2, $6, $7, $8))"
    " update simulated_checkout.notifications set status = $3, retry_at = $4, last_attempt_at = $2,"
    " times_attempted = times_attempted + 1,"
    " delivered_at = case when $3 = 'delivered' then $2 else delivered_at end where id = $1",
)
POSTPONE = Command("update simulated_checkout.notifications set retry_at = $2 where id = $1")
HOLD = Command("update simulated_checkout.notifications set held = true where id = $1")
RELEASE_HELD = Query(
    str,
    "update simulated_checkout.notifications set held = false where held and id <> $1"
    " returning event_id",
)
DROP = Command("update simulated_checkout.notifications set status = 'failed' where id = $1")

EVENTS = Query(
    StoredEvent,
    "select id, type, occurred_at, data from simulated_checkout.events"
    " where ($1::text[] is null or type = any ($1))"
    " and sequence > coalesce((select sequence from simulated_checkout.events where id = $2), 0)"
    " order by sequence limit $3",
)
COUNT_EVENTS = Query(
    int,
    "select count(*) from simulated_checkout.events where ($1::text[] is null or type = any ($1))",
)
NOTIFICATIONS = Query(
    StoredNotification,
    "select n.id, n.event_id, n.destination_id, n.origin, n.status, n.times_attempted,"
    " n.last_attempt_at, n.delivered_at, n.replayed_at, n.retry_at, e.type, e.occurred_at, e.data"
    " from simulated_checkout.notifications n join simulated_checkout.events e on e.id = n.event_id"
    " where ($1::text[] is null or n.status = any ($1))"
    " and ($2::text = '' or n.id = $2)"
    " and ($3::text = '' or n.sequence <"
    "  (select sequence from simulated_checkout.notifications where id = $3))"
    " order by n.sequence desc limit $4",
)
COUNT_NOTIFICATIONS = Query(
    int,
    "select count(*) from simulated_checkout.notifications"
    " where ($1::text[] is null or status = any ($1))",
)
ATTEMPTS = Query(
    DeliveryAttempt,
    "select id, attempted_at, response_code, response_content_type, response_body"
    " from simulated_checkout.attempts where notification_id = $1 order by attempted_at desc"
    " limit 200",
)
