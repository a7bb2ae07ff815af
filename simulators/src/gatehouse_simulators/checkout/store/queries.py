"""Statements on entities. Lists filter by the bodies, because the tables stay small."""

from typing import Final

from gatehouse.kit.db import Command, Query
from gatehouse_simulators.checkout.store.models import Entity

_ENTITY: Final = "select id, kind, body, private from simulated_checkout.entities"

# If two transactions add the same unique value, the second one waits for the first and adds nothing.
ADD = Query(
    Entity,
    """
    insert into simulated_checkout.entities (id, kind, body, private) values ($1, $2, $3, $4)
    on conflict do nothing returning id, kind, body, private
    """,
)
SAVE = Query(
    Entity,
    """
    update simulated_checkout.entities set body = $2, private = $3 where id = $1
    returning id, kind, body, private
    """,
)
REMOVE = Command("delete from simulated_checkout.entities where id = $1 and kind = $2")
BY_ID = Query(Entity, _ENTITY + " where id = $1 and kind = $2")
LOCKED_BY_ID = Query(Entity, _ENTITY + " where id = $1 and kind = $2 for update")
ANY_BY_IDS = Query(Entity, _ENTITY + " where id = any ($1::text[])")
BY_IDS = Query(Entity, _ENTITY + " where id = any ($1::text[]) and kind = $2")
CUSTOMER_BY_EMAIL = Query(
    Entity, _ENTITY + " where kind = 'customer' and lower(body ->> 'email') = lower($1)"
)
DISCOUNT_BY_CODE = Query(
    Entity, _ENTITY + " where kind = 'discount' and lower(body ->> 'code') = lower($1)"
)
LATEST_OF_SUBSCRIPTION = Query(
    Entity,
    _ENTITY
    + """
    where kind = 'transaction' and body ->> 'subscription_id' = $1
      and body ->> 'status' = any ($2::text[])
    order by sequence desc limit 1
    """,
)
# Neither a one-time charge nor the zero-value transaction that stores another card.
LATEST_BILL_OF_ITEMS = Query(
    Entity,
    _ENTITY
    + """
    where kind = 'transaction' and body ->> 'subscription_id' = $1
      and body ->> 'status' = 'completed'
      and body ->> 'origin' <> all ('{subscription_charge,subscription_payment_method_change}')
    order by sequence desc limit 1
    """,
)
DUE_SUBSCRIPTIONS = Query(
    Entity,
    _ENTITY
    + """
    where kind = 'subscription' and body ->> 'status' = any ('{active,trialing,past_due,paused}')
      and least(body ->> 'next_billed_at', body #>> '{scheduled_change,effective_at}',
        private ->> 'retry_at') <= $1
    order by sequence limit 200 for update skip locked
    """,
)
NEXT_INVOICE = Query(int, "select nextval('simulated_checkout.invoice_numbers')")

# $1 the kind, $2 {field: [accepted texts, in lower case]}, $3 what the body must contain,
# $4 {field: [low, high]} as sorted texts, $5 a part of the id, name or address.
_WANTED: Final = """
    where kind = $1 and body @> $3
      and not exists (select from jsonb_each($2) as wanted
        where not wanted.value ? lower(coalesce(body ->> wanted.key, '')))
      and not exists (select from jsonb_each($4) as bound
        where not coalesce((body ->> bound.key) collate "C"
          between bound.value ->> 0 and bound.value ->> 1, false))
      and position($5::text in lower(concat_ws(' ', id, body ->> 'name', body ->> 'email'))) > 0
"""
# $6 the field to sort by, $7 the last id of the page before, $8 how many.
_LISTED: Final = (
    """
    with listed as (
      select id, kind, body, private, sequence, coalesce(body ->> $6, '') as sort_key
      from simulated_checkout.entities
    """
    + _WANTED
    + ") select id, kind, body, private from listed"
)
LIST_ASCENDING = Query(
    Entity,
    _LISTED
    + """
    where $7 = ''
      or (sort_key, sequence) > (select sort_key, sequence from listed where id = $7)
    order by sort_key, sequence limit $8
    """,
)
LIST_DESCENDING = Query(
    Entity,
    _LISTED
    + """
    where $7 = ''
      or (sort_key, sequence) < (select sort_key, sequence from listed where id = $7)
    order by sort_key desc, sequence desc limit $8
    """,
)
COUNT = Query(int, "select count(*) from simulated_checkout.entities" + _WANTED)
