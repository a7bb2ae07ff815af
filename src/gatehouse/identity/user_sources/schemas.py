"""User sources on the wire, with the settings of each kind (wire reference §16, user pools)."""

import re
from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, model_validator

from gatehouse.kit.outbound import AddressRefused, split_url
from gatehouse.kit.paging import PageMetadata
from gatehouse.kit.schemas import Name, Text, Wire
from gatehouse.kit.tenant_ids import TenantId

HOST = r"^(https?://)?[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?(:\d{1,5})?/?$"
REGION = r"^[a-z]{2}(-[a-z]{1,12}){1,3}-\d{1,2}$"
Short = Annotated[
    str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$")
]
Secret = Annotated[str, StringConstraints(max_length=5000, pattern=r"^[^\x00-\x1f\x7f]*$")]


def _check_url(text: str) -> str:
    try:
        split_url(text)
    except AddressRefused as refused:
        raise ValueError(str(refused)) from None
    return text


Address = Annotated[str, StringConstraints(max_length=2000), AfterValidator(_check_url)]


class TenantByField(Wire):
    """The field of the user's data that holds the id of an account here."""

    tenant_resolver_type: Literal["dynamic"]
    tenant_id_field_name: Annotated[Name, Field(min_length=1)]


class FixedTenant(Wire):
    tenant_resolver_type: Literal["static"]
    tenant_id: TenantId


class TenantOfTheirOwn(Wire):
    """Each user gets an account of their own."""

    tenant_resolver_type: Literal["new"]


class TenantFromSource(Wire):
    """The response names the account in `tenantId`."""

    tenant_resolver_type: Literal["from-source"]


AnyTenant = Annotated[
    TenantByField | FixedTenant | TenantOfTheirOwn, Field(discriminator="tenant_resolver_type")
]
FirebaseTenant = Annotated[
    FixedTenant | TenantOfTheirOwn, Field(discriminator="tenant_resolver_type")
]
CodeTenant = Annotated[
    TenantOfTheirOwn | TenantFromSource, Field(discriminator="tenant_resolver_type")
]


def _example_configuration(**more: str) -> dict[str, Any]:
    tenant = {"tenantResolverType": "new"}
    return {
        "examples": [{"syncOnLogin": False, "isMigrated": True, "tenantConfig": tenant, **more}]
    }


class SourceConfiguration(Wire):
    """`isMigrated`: a user who has signed in once has the password here from then on; else the system is
    asked each time. `syncOnLogin`: name and picture are updated from the system as long as it is asked. An
    empty secret keeps the stored one, for the same system."""

    # `secrets` are never returned; `system` identifies the system.
    secrets: ClassVar[tuple[str, ...]] = ("secret",)
    system: ClassVar[tuple[str, ...]] = ("clientId",)

    sync_on_login: bool
    is_migrated: bool

    def split_secrets(self) -> tuple[dict[str, Any], dict[str, str]]:
        """The visible and the secret settings, in wire format."""
        given = self.model_dump(mode="json", by_alias=True, exclude_none=True)
        hidden = {name: given.pop(name) for name in self.secrets if given.get(name)}
        return {name: value for name, value in given.items() if name not in self.secrets}, hidden


class Auth0Configuration(SourceConfiguration):
    model_config = ConfigDict(
        json_schema_extra=_example_configuration(
            domain="acme.eu.auth0.com",
            clientId="a-client",
            secret="a-secret",  # noqa: S106  an example value
        )
    )
    system: ClassVar[tuple[str, ...]] = ("domain", "clientId")

    domain: Annotated[str, StringConstraints(pattern=HOST, max_length=260)]
    client_id: Short
    secret: Secret = ""
    tenant_config: AnyTenant


class CognitoConfiguration(SourceConfiguration):
    """`accessKeyId` and `secretAccessKey` are not stored: no request needs an AWS key."""

    model_config = ConfigDict(
        json_schema_extra=_example_configuration(
            region="eu-central-1", clientId="a-client", userPoolId="eu-central-1_a"
        )
    )
    secrets: ClassVar[tuple[str, ...]] = ("clientSecret",)
    system: ClassVar[tuple[str, ...]] = ("region", "clientId")

    region: Annotated[str, StringConstraints(pattern=REGION)]
    client_id: Short
    user_pool_id: Short
    client_secret: Secret = ""
    tenant_config: AnyTenant


class FirebaseConfiguration(SourceConfiguration):
    """`serviceAccount` is not stored: the web API key is enough for all requests."""

    model_config = ConfigDict(json_schema_extra=_example_configuration(apiKey="a-key"))
    secrets: ClassVar[tuple[str, ...]] = ("apiKey",)
    system: ClassVar[tuple[str, ...]] = ()

    api_key: Secret = ""
    tenant_config: FirebaseTenant


class CodeConfiguration(SourceConfiguration):
    """`codePayload` is the address, with https, at which you run the code yourself: Gatehouse does not run
    foreign code. It is never returned, as it may hold a token."""

    model_config = ConfigDict(
        json_schema_extra=_example_configuration(codePayload="https://old.example.com/sign-in")
    )
    secrets: ClassVar[tuple[str, ...]] = ("codePayload",)
    system: ClassVar[tuple[str, ...]] = ()

    code_payload: Secret = ""
    get_user_code_payload: Literal[""] | None = None
    tenant_config: CodeTenant

    @model_validator(mode="after")
    def _check_code_address(self) -> "CodeConfiguration":
        if self.code_payload and not re.match(r"https?://", self.code_payload):
            raise ValueError(
                "codePayload: Gatehouse does not run code. Host it yourself and enter its URL."
            )
        if self.code_payload:
            _check_url(self.code_payload)
        return self


class OAuth2Configuration(Wire):
    """Users enter their password here, so `grantTypes` has to include `password`."""

    authorization_url: Address | None = None
    token_url: Address
    user_info_url: Address
    scopes: Annotated[list[Name], Field(max_length=50)] | None = None
    grant_types: Annotated[list[Name], Field(max_length=20)] | None = None

    @model_validator(mode="after")
    def _require_password_grant(self) -> "OAuth2Configuration":
        if self.grant_types is not None and "password" not in self.grant_types:
            raise ValueError(
                "grantTypes: must include password. For others, set up single sign-on."
            )
        return self


class FederationConfiguration(SourceConfiguration):
    """`wellknownUrl`, or the addresses of the endpoints."""

    model_config = ConfigDict(
        json_schema_extra=_example_configuration(
            wellknownUrl="https://old.example.com/.well-known/openid-configuration",
            clientId="a-client",
        )
    )
    system: ClassVar[tuple[str, ...]] = ("wellknownUrl", "oauth2Config", "clientId")

    is_migrated: bool = False
    wellknown_url: Address | None = None
    oauth2_config: Annotated[OAuth2Configuration | None, Field(alias="oauth2Config")] = None
    client_id: Short
    secret: Secret = ""
    tenant_config: AnyTenant

    @model_validator(mode="after")
    def _require_one_source(self) -> "FederationConfiguration":
        if (self.wellknown_url is None) == (self.oauth2_config is None):
            raise ValueError("wellknownUrl or oauth2Config: one of them is required")
        return self


Index = Annotated[int, Field(ge=0, le=1_000_000)]
AppIds = Annotated[list[UUID], Field(max_length=100)]


class SourceCreate(Wire):
    """A source is asked in the order of `index`, by sign-ins of the applications `appIds`; without
    applications it is not asked."""

    name: Annotated[Name, Field(min_length=1)]
    app_ids: AppIds = Field(default_factory=list)
    index: Index
    description: Text = ""

    configuration: SourceConfiguration


class SourceChange(Wire):
    """Fields that are missing stay unchanged; of the applications those stay that are in `appIds`."""

    name: Annotated[Name, Field(min_length=1)] | None = None
    app_ids: AppIds | None = None
    index: Index | None = None
    description: Text | None = None

    configuration: SourceConfiguration | None = None


class Auth0SourceCreate(SourceCreate):
    configuration: Auth0Configuration


class Auth0SourceChange(SourceChange):
    configuration: Auth0Configuration | None = None


class CognitoSourceCreate(SourceCreate):
    configuration: CognitoConfiguration


class CognitoSourceChange(SourceChange):
    configuration: CognitoConfiguration | None = None


class FirebaseSourceCreate(SourceCreate):
    configuration: FirebaseConfiguration


class FirebaseSourceChange(SourceChange):
    configuration: FirebaseConfiguration | None = None


class CodeSourceCreate(SourceCreate):
    configuration: CodeConfiguration


class CodeSourceChange(SourceChange):
    configuration: CodeConfiguration | None = None


class FederationSourceCreate(SourceCreate):
    index: Index = 0
    configuration: FederationConfiguration


class FederationSourceChange(SourceChange):
    configuration: FederationConfiguration | None = None


class MadeSource(Wire):
    id: UUID
    name: str
    type: str
    app_ids: list[UUID]
    description: str
    index: int


class SourceOut(MadeSource):
    """`configuration` without secrets."""

    configuration: dict[str, Any]


class CountedSource(SourceOut):
    """`usersCount` counts up to 10,000."""

    users_count: int


class SourceAssignment(Wire):
    app_ids: Annotated[list[UUID], Field(min_length=1, max_length=100)]
    user_source_id: UUID


class SourceUser(Wire):
    email: str
    last_login: datetime | None = None


class SourceLinks(Wire):
    next: str
    prev: str
    first: str
    last: str


class SourceUsers(Wire):
    items: list[SourceUser]
    links: Annotated[SourceLinks, Field(alias="_links")]
    metadata: Annotated[PageMetadata, Field(alias="_metadata")]
