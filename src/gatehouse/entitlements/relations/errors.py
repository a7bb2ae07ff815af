from gatehouse.kit.errors import Conflict, Invalid, NotFound


class EntityTypeNotFound(NotFound):
    code = "relations.type_not_found"


class EntityRelationNotFound(NotFound):
    code = "relations.relation_not_found"


class EntityActionNotFound(NotFound):
    code = "relations.action_not_found"


class EntityKeyTaken(Conflict):
    code = "relations.key_taken"


class EntityKeyStays(Conflict):
    """The key cannot be changed, because the product uses it."""

    code = "relations.key_stays"


class TooManyEntities(Conflict):
    code = "relations.too_many"


class RelationUnknown(Invalid):
    """A named type, relation or action does not exist or does not fit."""

    code = "relations.unknown"
