from typing import Annotated, Literal

from pydantic import StringConstraints

from gatehouse.identity.login.schemas import Email
from gatehouse.kit.schemas import Text, Wire

# Some providers pack a whole document into it.
Code = Annotated[str, StringConstraints(min_length=1, max_length=8000)]
# Who answers, where the provider says so (RFC 9207).
Sender = Annotated[str, StringConstraints(max_length=2000)]
# What a provider says went wrong.
Said = Annotated[str, StringConstraints(max_length=2000)]
State = Annotated[str, StringConstraints(min_length=1, max_length=500)]


class SsoPrelogin(Wire):
    """By address; by account where none is given."""

    email: Email | None = None
    username: Email | None = None
    tenant_id: Text | None = None


class SsoAddress(Wire):
    """Where the browser goes. `addressType` `sso`: clients say so before they send it there."""

    address: str
    idp_type: Literal["saml", "oidc"]
    address_type: Literal["sso"] = "sso"


class OidcPostlogin(Wire):
    """What the provider sent the browser back with."""

    code: Code
    state: State
    iss: Sender | None = None


class OidcPostloginV2(Wire):
    """The state is called `RelayState` here."""

    model_config = Wire.model_config | {"alias_generator": None}

    code: Code
    RelayState: State
    iss: Sender | None = None
