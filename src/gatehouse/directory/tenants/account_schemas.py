"""Account settings and sign-in pages on the wire (wire-api §16.8; wire reference §9)."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StrictBool, StringConstraints

from gatehouse.kit.schemas import Currency, Name, Spoken, Text, TimeZone, Wire
from gatehouse.kit.tenant_ids import ShownTenantId

# A web address, with or without scheme; an image of at most 300 kB as base64. Neither pattern admits scripts
# (`javascript:`, SVG).
WEBSITE = r"^(https?://)?[^\s/:@?#\x00-\x1f]+(:\d{1,5})?([/?#][^\s\x00-\x1f]*)?$"
LOGO = r"^(https?://[^\s\x00-\x1f]+|data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+)$"


def _blank_to_none(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


Blankable = BeforeValidator(_blank_to_none)
Website = Annotated[str, StringConstraints(max_length=2000, pattern=WEBSITE)]
# Users enter their passwords there, so plain HTTP is accepted for localhost only.
PLACE = (
    r"^(https://[^\s/:@?#\x00-\x1f]+|http://(localhost|127\.0\.0\.1))"
    r"(:\d{1,5})?([/?#][^\s\x00-\x1f]*)?$"
)
ALIAS = r"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"
Place = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000, pattern=PLACE)]
Alias = Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True, pattern=ALIAS)]
Logo = Annotated[str, StringConstraints(max_length=400_000, pattern=LOGO)]


# The client merges a response over what it knew, possibly from another account, so unset values are sent as
# "".
Told = Annotated[str, BeforeValidator(lambda value: value or "")]


class SettingsOut(Wire):
    """`name` is the company's name; `logo` is an address or a data URL. Values that are not set are empty.
    `hasCustomLogin`: `loginUrl` is set."""

    tenant_id: ShownTenantId
    name: str
    alias: Told = ""
    website: Told = ""
    address: Told = ""
    timezone: Told = ""
    date_format: Told = ""
    time_format: Told = ""
    currency: Told = ""
    logo: Told = ""
    application_url: Told = ""
    login_url: Told = ""
    has_custom_login: bool = False


class SettingsChange(Wire):
    """The client sends the whole object that it read, with additional fields of its own. Missing fields
    stay unchanged, an empty text or null clears; the name cannot be cleared. `loginUrl`, `applicationUrl`
    and `alias` are the custom login."""

    name: Annotated[Spoken, Field(min_length=1)] | None = None
    website: Annotated[Website | None, Blankable] = None
    address: Annotated[Text | None, Blankable] = None
    timezone: Annotated[TimeZone | None, Blankable] = None
    date_format: Annotated[Name | None, Blankable] = None
    time_format: Annotated[Name | None, Blankable] = None
    currency: Annotated[Currency | None, Blankable] = None
    logo: Annotated[Logo | None, Blankable] = None
    application_url: Annotated[Place | None, Blankable] = None
    login_url: Annotated[Place | None, Blankable] = None
    alias: Annotated[Alias | None, Blankable] = None


class PublicSettings(Wire):
    tenant_id: ShownTenantId
    application_url: str | None = None
    login_url: str | None = None


KeyPath = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9_.-]{1,100}(/[A-Za-z0-9_.-]{1,100}){1,11}$"),
]
Leaf = (
    StrictBool
    | Annotated[float, Field(ge=-1e9, le=1e9)]
    | Annotated[str, StringConstraints(max_length=2000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*$")]
)


class BoxAction(Wire):
    """`type` is the path of one value, its keys joined by slashes; without a `payload` the value is
    removed."""

    type: KeyPath = Field(examples=["themeV2/loginBox/palette/primary/main"])
    payload: Leaf | None = Field(None, examples=["#2f5d50"])


class BoxChange(Wire):
    actions: list[BoxAction] = Field(min_length=1, max_length=500)


class BoxOut(Wire):
    """In the shape of the metadata `adminBox`, with only the values that the account has set."""

    configuration: dict[str, Any]
