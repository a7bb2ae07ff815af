"""A custom provider on the wire (wire reference §16, social-providers)."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from gatehouse.kit.schemas import Name, Wire

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,60}$")]
Address = Annotated[str, StringConstraints(max_length=2000)]
Scopes = Annotated[str, StringConstraints(max_length=2000)]
Secret = Annotated[str, StringConstraints(max_length=5000)]
FIELDS = {
    "client_id": "client_id",
    "secret": "client_secret",
    "authorization_url": "authorization_url",
    "token_url": "token_url",
    "user_info_url": "userinfo_url",
    "sso_logo_url": "logo_url",
    "display_name": "display_name",
    "active": "active",
}


class CustomProviderChange(Wire):
    """What is missing stays; `scopes` has spaces between. `redirectUrl` is not read: every provider sends
    people back to this server."""

    type: Key | None = None
    client_id: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    secret: Secret | None = None
    authorization_url: Address | None = None
    token_url: Address | None = None
    user_info_url: Address | None = None
    scopes: Scopes | None = None
    sso_logo_url: Address | None = None
    display_name: Name | None = None
    active: bool | None = None

    def entry(self) -> dict[str, Any]:
        """The fields of the document that these are."""
        given = self.model_dump(exclude_none=True)
        entry = {field: given[name] for name, field in FIELDS.items() if name in given}
        if self.scopes is not None:
            entry["scopes"] = self.scopes.split()
        return entry


class CustomProviderCreate(CustomProviderChange):
    """`type` is what the provider is called in addresses."""

    type: Key
    client_id: Annotated[str, Field(min_length=1, max_length=500)]
    secret: Secret
    authorization_url: Address
    token_url: Address
    user_info_url: Address
    scopes: Scopes = "openid email profile"
    display_name: Annotated[Name, Field(min_length=1)]
    active: bool = True
