"""API routes on the wire (wire-api §17, API access control)."""

from dataclasses import asdict
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

from gatehouse.entitlements.models import ApiRoute, Method, Mode, Policy
from gatehouse.kit.schemas import Text, Wire

RoutePath = Annotated[
    str,
    StringConstraints(
        max_length=500,
        pattern=r"^/$|^(/([A-Za-z0-9_.~%@+$,;=!-]+|:[A-Za-z0-9_-]+|\{[A-Za-z0-9_.-]+\})){0,32}(/\*|/)?$",
        min_length=1,
    ),
]
AskedPath = Annotated[
    str, StringConstraints(min_length=1, max_length=2000, pattern=r"^/[^\x00-\x20\x7f]*$")
]
HeldKey = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f]{1,200}$")]


class RouteRuleIn(Wire):
    """The key of a feature or of a permission that the caller must have."""

    type: Literal["feature", "permission"]
    value: HeldKey = Field(examples=["reports.read"])


class RouteRulesIn(Wire):
    rules: list[RouteRuleIn] = Field(max_length=50)


class RouteRuleOut(Wire):
    id: UUID
    route_id: UUID
    type: Literal["feature", "permission"]
    value: str


class ApiRouteIn(Wire):
    """`allow`: all callers; `deny`: none; `ruleBased`: callers that meet all rules."""

    method: Method
    path: RoutePath = Field(examples=["/reports/{id}"])
    policy_type: Policy
    description: Text = ""


class ApiRouteOut(Wire):
    """A higher `priority` counts sooner; it follows from how much the path says."""

    id: UUID
    method: Method
    path: str
    priority: int
    description: str
    policy_type: Policy
    rules: list[RouteRuleOut]

    @classmethod
    def from_row(cls, route: ApiRoute) -> Self:
        return cls.model_validate({**asdict(route), "rules": list_route_rules(route)})


def list_route_rules(route: ApiRoute) -> list[RouteRuleOut]:
    return [RouteRuleOut.model_validate({**one, "routeId": route.id}) for one in route.rules]


class RouteModeIn(Wire):
    access_control_mode: Mode


class RouteModeOut(Wire):
    """`guard`: refusals are enforced; `monitor`: they are only reported."""

    id: UUID
    vendor_id: UUID
    access_control_mode: Mode


class OpenApiImport(Wire):
    """A description of an API, as JSON (OpenAPI 3, or Swagger 2). Only `paths` is read."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="ignore",
        json_schema_extra={
            "examples": [{"openapi": "3.1.0", "paths": {"/reports": {"get": {"summary": "List"}}}}]
        },
    )

    paths: dict[str, Any] = Field(
        max_length=2000, examples=[{"/reports": {"get": {"summary": "List"}}}]
    )


class OpenApiImported(Wire):
    """`existing` were there and stay as they are; `skipped` have a path that no route can have."""

    imported: int
    existing: int
    skipped: int


class RouteCheck(Wire):
    """A call, and what its caller has: the permissions of the token, and the features that the entitlements
    give."""

    method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
    path: AskedPath = Field(examples=["/reports/7"])
    permissions: list[HeldKey] = Field([], max_length=1000)
    features: list[HeldKey] = Field([], max_length=1000)


class RouteDecision(Wire):
    """`allowed` is the decision to follow: in the mode `monitor` it is always true, and `refused` says what
    `guard` would do."""

    allowed: bool
    refused: bool
    access_control_mode: Mode
    route_id: UUID | None = None
    missing: list[RouteRuleOut]
