"""Rights by relation on the wire (wire-api §17, ReBAC)."""

from datetime import datetime
from typing import Annotated, Self

from pydantic import BaseModel, Field, StringConstraints, model_validator

from gatehouse.entitlements.models import EntityAction, EntityRelation
from gatehouse.kit.paging import NextPage
from gatehouse.kit.schemas import Instant, Text, Wire

EntityKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,100}$")]
# Key of a thing or a user in the product.
ThingKey = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f]{1,200}$")]


class EntityTypeIn(Wire):
    key: EntityKey = Field(examples=["document"])
    description: Text = ""


class EntityTypeChange(Wire):
    """The key stays what it is."""

    key: EntityKey | None = Field(None, examples=["document"])
    description: Text | None = None


class EntityTypeOut(Wire):
    key: str
    description: str
    created_at: datetime


class EntityTypeDetails(EntityTypeOut):
    relations: list[str]
    actions: list[str]


class EntityTypeList(Wire):
    items: list[EntityTypeOut]
    has_next: bool = False


class EntityRelationIn(Wire):
    """`subjectEntityKeys`: the types that a subject of this relation may have."""

    key: EntityKey = Field(examples=["owner"])
    subject_entity_keys: list[EntityKey] = Field(min_length=1, max_length=50, examples=[["user"]])


class EntityRelationsIn(Wire):
    relations: list[EntityRelationIn] = Field(min_length=1, max_length=50)


class EntityRelationOut(Wire):
    vendor_id: str
    target_entity_type_key: str
    key: str
    subject_entity_type_keys: list[str]

    @classmethod
    def from_row(cls, one: EntityRelation, vendor_id: object) -> Self:
        return cls(
            vendor_id=str(vendor_id),
            target_entity_type_key=one.entity_type_key,
            key=one.key,
            subject_entity_type_keys=one.subject_type_keys,
        )


class EntityActionIn(Wire):
    """A subject with one of the relations in `relationKeys` may perform the action."""

    key: EntityKey = Field(examples=["delete"])
    relation_keys: list[EntityKey] = Field(max_length=50, examples=[["owner"]])


class EntityActionsIn(Wire):
    actions: list[EntityActionIn] = Field(min_length=1, max_length=50)


class EntityActionOut(Wire):
    vendor_id: str
    entity_type_key: str
    key: str
    relation_keys: list[str]

    @classmethod
    def from_row(cls, one: EntityAction, vendor_id: object) -> Self:
        return cls(
            vendor_id=str(vendor_id),
            entity_type_key=one.entity_type_key,
            key=one.key,
            relation_keys=one.relation_keys,
        )


class RelationEnds(Wire):
    subject_entity_type_key: EntityKey = Field(examples=["user"])
    subject_key: ThingKey = Field(examples=["ann"])
    target_entity_type_key: EntityKey = Field(examples=["document"])
    target_key: ThingKey = Field(examples=["plan-2027"])


class RelationAssignment(RelationEnds):
    """It counts from `activeFrom` until `activeUntil`; without them always."""

    relation_key: EntityKey = Field(examples=["owner"])
    active_from: Instant | None = None
    active_until: Instant | None = None

    @model_validator(mode="after")
    def _require_end_after_start(self) -> Self:
        if self.active_from and self.active_until and self.active_from >= self.active_until:
            raise ValueError("`activeFrom` must be before `activeUntil`")
        return self


class RelationAssignments(Wire):
    assignments: list[RelationAssignment] = Field(min_length=1, max_length=100)


class RelationAssignmentPage(NextPage[RelationAssignment]):
    pass


class RelationPaging(BaseModel):
    offset: int = Field(0, ge=0, le=1_000_000)
    limit: int = Field(10, ge=1, le=100)


class RelationCheck(RelationEnds):
    action_key: EntityKey = Field(examples=["delete"])


class RelationDecision(Wire):
    allowed: bool
