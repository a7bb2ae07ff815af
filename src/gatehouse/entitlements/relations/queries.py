"""Statements on entity types and relations, the vendor's alone."""

from typing import LiteralString

from gatehouse.entitlements.models import EntityAction, EntityRelation
from gatehouse.entitlements.relations.schemas import EntityTypeOut, RelationAssignment
from gatehouse.kit.db import Command, Query

_TYPE: LiteralString = "key, description, created_at"
TYPES = Query(EntityTypeOut, f"select {_TYPE} from entity_types order by key")
TYPE = Query(EntityTypeOut, f"select {_TYPE} from entity_types where key = $1")
ADD_TYPE = Query(
    EntityTypeOut,
    f"""
    insert into entity_types ({_TYPE}) values ($1, $2, $3) on conflict do nothing
    returning {_TYPE}
    """,
)
DESCRIBE_TYPE = Query(
    EntityTypeOut,
    f"update entity_types set description = $2 where key = $1 returning {_TYPE}",
)
# Also removes the type from the subject types of other types' relations.
DELETE_TYPE = Command(
    """
    with subjects as (
      update entity_relations set subject_type_keys = array_remove(subject_type_keys, $1)
      where $1 = any (subject_type_keys) and entity_type_key <> $1
    )
    delete from entity_types where key = $1
    """
)

_RELATION: LiteralString = "entity_type_key, key, subject_type_keys"
RELATIONS = Query(
    EntityRelation,
    f"select {_RELATION} from entity_relations where entity_type_key = $1 order by key",
)
ADD_RELATION = Query(
    EntityRelation,
    f"insert into entity_relations ({_RELATION}) values ($1, $2, $3) on conflict do nothing"
    f" returning {_RELATION}",
)
# Assignments of subject types that are no longer allowed are removed.
CHANGE_RELATION = Query(
    EntityRelation,
    f"""
    with gone as (
      delete from relation_assignments
      where target_type_key = $1 and relation_key = $2 and subject_type_key <> all ($3::text[])
    )
    update entity_relations set subject_type_keys = $3 where entity_type_key = $1 and key = $2
    returning {_RELATION}
    """,
)
DELETE_RELATION = Command(
    """
    with actions as (
      update entity_actions set relation_keys = array_remove(relation_keys, $2)
      where entity_type_key = $1 and $2 = any (relation_keys)
    )
    delete from entity_relations where entity_type_key = $1 and key = $2
    """
)

_ACTION: LiteralString = "entity_type_key, key, relation_keys"
ACTIONS = Query(
    EntityAction, f"select {_ACTION} from entity_actions where entity_type_key = $1 order by key"
)
ADD_ACTION = Query(
    EntityAction,
    f"insert into entity_actions ({_ACTION}) values ($1, $2, $3) on conflict do nothing"
    f" returning {_ACTION}",
)
CHANGE_ACTION = Query(
    EntityAction,
    f"update entity_actions set relation_keys = $3 where entity_type_key = $1 and key = $2"
    f" returning {_ACTION}",
)
DELETE_ACTION = Command("delete from entity_actions where entity_type_key = $1 and key = $2")

_ASSIGNMENT: LiteralString = """
  subject_type_key as subject_entity_type_key, subject_key, relation_key,
  target_type_key as target_entity_type_key, target_key, active_from, active_until
"""
# Assigning again replaces the time span. No row where the relation does not exist, or not for such subjects.
ASSIGN = Query(
    RelationAssignment,
    f"""
    insert into relation_assignments (subject_type_key, subject_key, relation_key, target_type_key,
      target_key, active_from, active_until, created_at)
    select $1::text, $2::text, $3::text, $4::text, $5::text, $6::timestamptz, $7::timestamptz,
      $8::timestamptz
    from entity_relations
    where entity_type_key = $4 and key = $3 and $1 = any (subject_type_keys)
    on conflict (target_type_key, target_key, relation_key, subject_type_key, subject_key)
      do update set active_from = $6, active_until = $7
    returning {_ASSIGNMENT}
    """,
)
UNASSIGN = Command(
    """
    delete from relation_assignments
    where subject_type_key = $1 and subject_key = $2 and relation_key = $3 and target_type_key = $4
      and target_key = $5
    """
)
ASSIGNMENTS = Query(
    RelationAssignment,
    f"""
    select {_ASSIGNMENT} from relation_assignments
    order by target_type_key, target_key, relation_key, subject_type_key, subject_key
    limit $1 offset $2
    """,
)
# Whether subject $1, $2 may do $3 to the entity $4, $5 at the time $6.
MAY = Query(
    bool,
    """
    select exists (
      select from entity_actions a
      join relation_assignments r on r.target_type_key = a.entity_type_key
        and r.relation_key = any (a.relation_keys)
      where a.entity_type_key = $4 and a.key = $3 and r.target_key = $5
        and r.subject_type_key = $1 and r.subject_key = $2
        and (r.active_from is null or r.active_from <= $6)
        and (r.active_until is null or r.active_until > $6)
    )
    """,
)

# Move relations of user $1, as subject or target, to user $2. Where both had the relation, overlapping time
# spans are joined; of two separate time spans the one of user $2 is kept. Relations between the two users are
# removed.
MOVE_RELATIONS = Command(
    """
    with moved as (
      delete from relation_assignments
      where subject_key = $1::uuid::text or target_key = $1::uuid::text returning *
    ), renamed as (
      select target_type_key,
        case target_key when $1::uuid::text then $2::uuid::text else target_key end as target_key,
        relation_key, subject_type_key,
        case subject_key when $1::uuid::text then $2::uuid::text else subject_key end as subject_key,
        active_from, active_until, created_at
      from moved
    )
    insert into relation_assignments as kept (target_type_key, target_key, relation_key, subject_type_key,
      subject_key, active_from, active_until, created_at)
    select target_type_key, target_key, relation_key, subject_type_key, subject_key, active_from,
      active_until, created_at
    from renamed where target_key <> subject_key
    on conflict (target_type_key, target_key, relation_key, subject_type_key, subject_key) do update set
      active_from = case when kept.active_from is not null and excluded.active_from is not null
        then least(kept.active_from, excluded.active_from) end,
      active_until = case when kept.active_until is not null and excluded.active_until is not null
        then greatest(kept.active_until, excluded.active_until) end
      where coalesce(kept.active_from <= excluded.active_until, true)
        and coalesce(excluded.active_from <= kept.active_until, true)
    """
)

DELETE_RELATIONS_OF_USER = Command(
    """
    delete from relation_assignments
    where (subject_key = any ($1::text[]) or target_key = any ($1)) and created_at < $2
    """
)
