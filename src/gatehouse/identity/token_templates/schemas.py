"""Token templates on the wire ("Core Settings")."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from gatehouse.directory.people.list_schemas import Ids
from gatehouse.kit.lists import SEPARATED_FILTER, ListQuery
from gatehouse.kit.paging import Page
from gatehouse.kit.schemas import Name, Text, Wire
from gatehouse.vendor.token_templates import JwtTemplate, check_template_claims

JwtKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,100}$")]
Expiration = Annotated[int, Field(ge=60, le=86_400)]
SPEC = {"claims": {"segment": "gold", "account": "{{tenant.id}}"}}


def _check_claims(claims: dict[str, Any]) -> dict[str, Any]:
    check_template_claims(claims)
    return claims


def _check_algorithm(algorithm: object) -> object:
    if algorithm == "HS256":
        raise ValueError(
            "HS256 is not supported, because every service that verifies such a signature could also forge it"
        )
    return algorithm


Algorithm = Annotated[Literal["RS256"], BeforeValidator(_check_algorithm)]


class TemplateSchema(Wire):
    """Each claim is plain JSON; texts may hold placeholders: `{{user.id}}`, `{{user.email}}`,
    `{{user.emailVerified}}`, `{{user.name}}`, `{{user.metadata}}`, `{{tenant.id}}`, `{{application.id}}`,
    `{{roles}}`, `{{permissions}}`. A text that is one placeholder and nothing else becomes its value,
    whatever that is. What the server says itself, such as `sub`, `exp` and `roles`, cannot be set; as itself,
    `"sub": "{{sub}}"`, it may be named: `iss`, `sub`, `aud`, `exp`, `iat`, `email`, `name`, `tenantId`."""

    claims: Annotated[dict[str, Any], AfterValidator(_check_claims)]


class JwtTemplateCreate(Wire):
    """`expiration` in seconds. Tokens are signed as their application says, with a key that is publicly
    verifiable: `HS256` is not served."""

    key: JwtKey = Field(examples=["gold"])
    name: Annotated[Name, Field(min_length=1)] = Field(examples=["Gold customers"])
    description: Text | None = None
    expiration: Expiration = Field(examples=[3600])
    algorithm: Algorithm = "RS256"
    template_schema: TemplateSchema = Field(examples=[SPEC])


class JwtTemplateChange(Wire):
    """Omitted fields stay."""

    key: JwtKey | None = None
    name: Annotated[Name, Field(min_length=1)] | None = None
    description: Text | None = None
    expiration: Expiration | None = None
    algorithm: Algorithm | None = None
    template_schema: TemplateSchema | None = None


class JwtTemplateOut(Wire):
    id: UUID
    vendor_id: UUID
    key: str
    name: str
    description: str | None
    expiration: int
    algorithm: Literal["RS256"] = "RS256"
    template_schema: dict[str, Any]
    created_at: datetime
    updated_at: datetime

    @classmethod
    def from_row(cls, one: JwtTemplate, vendor_id: UUID) -> "JwtTemplateOut":
        schema = {"claims": one.claims}
        return cls.model_validate(
            {**asdict(one), "vendor_id": vendor_id, "template_schema": schema}
        )


class JwtTemplatesPage(Page[JwtTemplateOut]):
    pass


class JwtTemplatesQuery(ListQuery):
    """`_offset` counts rows."""

    keys: Annotated[list[JwtKey], SEPARATED_FILTER, Field(max_length=100)] = Field([])
    ids: Ids = Field([])
    sort_by: Literal["id", "key", "name", "createdAt", "updatedAt"] = Field("key", alias="_sortBy")


class TargetValues(Wire):
    list: Annotated[
        list[
            Annotated[str, StringConstraints(min_length=1, max_length=320, pattern=r"^[^\x00]*$")]
        ],
        Field(min_length=1, max_length=1000),
    ]


class TargetCondition(Wire):
    """`value` holds the texts as `list`; letter case does not count. Roles are matched with `in_list`."""

    attribute: Literal["userId", "applicationId", "tenantId", "roleIds", "tokenType", "userEmail"]
    op: Literal["in_list", "contains", "ends_with"]
    value: TargetValues
    negate: bool = False


class TargetRule(Wire):
    """Matches when every condition does; without conditions always. `treatment` is the key of a template."""

    condition_logic: Literal["and"] = "and"
    conditions: Annotated[list[TargetCondition], Field(max_length=20)]
    treatment: JwtKey


class TargetingIn(Wire):
    """The first matching rule counts."""

    rules: Annotated[list[TargetRule], Field(max_length=50)] = Field([], examples=[[]])


class TargetingRules(Wire):
    rules: list[TargetRule]


class TargetingOut(Wire):
    id: UUID
    created_at: datetime
    updated_at: datetime
    targeting: TargetingRules
