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
    """The product asks by it."""

    code = "relations.key_stays"


class TooManyEntities(Conflict):
    code = "relations.too_many"


class RelationUnknown(Invalid):
    """What is named is not there, or does not fit together."""

    code = "relations.unknown"
