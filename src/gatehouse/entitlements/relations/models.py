from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class EntityType:
    key: str
    description: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class EntityRelation:
    entity_type_key: str
    key: str
    subject_type_keys: list[str]


@dataclass(frozen=True, slots=True)
class EntityAction:
    entity_type_key: str
    key: str
    relation_keys: list[str]


@dataclass(frozen=True, slots=True)
class StoredAssignment:
    """`active_from` None: no beginning; `active_until` None: no expiry."""

    subject_type_key: str
    subject_key: str
    relation_key: str
    target_type_key: str
    target_key: str
    active_from: datetime | None
    active_until: datetime | None
