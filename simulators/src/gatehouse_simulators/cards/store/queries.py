"""Statements on entities. Lists filter by the bodies, because the tables stay small."""

from typing import Final

from gatehouse.kit.db import Command, Query
from gatehouse_simulators.cards.store.models import Entity

_ENTITY: Final = "select id, kind, body, private from simulated_cards.entities"

ADD = Query(
    Entity,
    """
    insert into simulated_cards.entities (id, kind, body, private) values ($1, $2, $3, $4)
    on conflict do nothing returning id, kind, body, private
    """,
)
SAVE = Query(
    Entity,
    """
    update simulated_cards.entities set body = $2, private = $3 where id = $1
    returning id, kind, body, private
    """,
)
REMOVE = Command("delete from simulated_cards.entities where id = any ($1::text[]) and kind = $2")
BY_ID = Query(Entity, _ENTITY + " where id = $1 and kind = $2")
LOCKED_BY_ID = Query(Entity, _ENTITY + " where id = $1 and kind = $2 for update")
ANY_BY_IDS = Query(Entity, _ENTITY + " where id = any ($1::text[])")
DUE_SUBSCRIPTIONS = Query(
    Entity,
    _ENTITY
    + """
    where kind = 'subscription' and (private ->> 'due_at')::bigint <= $1
    order by (private ->> 'due_at')::bigint, sequence limit 1 for update skip locked
    """,
)

# $1 the kind, $2 what the body must contain, $3 and $4 the earliest and latest `created`, $5 the statuses
# or null.
_WANTED: Final = """
    where kind = $1 and body @> $2 and (body ->> 'created')::bigint between $3 and $4
      and ($5::text[] is null or body ->> 'status' = any ($5))
      and not coalesce((body -> 'deleted')::boolean, false)
"""
# $6 the id beside the page, $7 how many. The newest come first.
LIST = Query(
    Entity,
    _ENTITY
    + _WANTED
    + """
    and ($6 = '' or sequence < (select sequence from simulated_cards.entities where id = $6))
    order by sequence desc limit $7
    """,
)
LIST_BEFORE = Query(
    Entity,
    _ENTITY
    + _WANTED
    + """
    and sequence > (select sequence from simulated_cards.entities where id = $6)
    order by sequence limit $7
    """,
)
