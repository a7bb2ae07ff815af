"""Refusals about entitlements, the catalog, relations and API routes."""

from gatehouse.kit.errors import Conflict, Invalid, NotFound


class EntitlementNotFound(NotFound, code="entitlements.not_found"): ...


class PlanNotFound(NotFound, code="entitlements.plan_not_found"): ...


class FeatureNotFound(NotFound, code="entitlements.feature_not_found"): ...


class FlagNotFound(NotFound, code="entitlements.flag_not_found"): ...


class HolderNotFound(NotFound, code="entitlements.holder_not_found"): ...


class EntityTypeNotFound(NotFound, code="relations.type_not_found"): ...


class EntityRelationNotFound(NotFound, code="relations.relation_not_found"): ...


class EntityActionNotFound(NotFound, code="relations.action_not_found"): ...


class EntityKeyTaken(Conflict, code="relations.key_taken"): ...


class EntityKeyStays(Conflict, code="relations.key_stays"):
    """The key cannot be changed, because the product uses it."""


class TooManyEntities(Conflict, code="relations.too_many"): ...


class RelationUnknown(Invalid, code="relations.unknown"):
    """A named type, relation or action does not exist or does not fit."""


class ApiRouteNotFound(NotFound, code="api_routes.not_found"): ...


class ApiRouteExists(Conflict, code="api_routes.exists"): ...


class TooManyApiRoutes(Conflict, code="api_routes.too_many"): ...
