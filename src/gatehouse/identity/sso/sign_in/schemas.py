"""Sign-in through a connection on the wire (wire-api §5)."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from gatehouse.identity.sign_in.schemas import Email
from gatehouse.identity.sso.saml.response import MOST_CHARACTERS
from gatehouse.kit.schemas import Text, Wire

# Some providers send a whole document as the code.
Code = Annotated[str, StringConstraints(min_length=1, max_length=8000)]
# The issuer, where the provider sends it (RFC 9207).
Sender = Annotated[str, StringConstraints(max_length=2000)]
# The provider's error text.
Said = Annotated[str, StringConstraints(max_length=2000)]
State = Annotated[str, StringConstraints(min_length=1, max_length=500)]


class SsoPrelogin(Wire):
    """Sign-in by address; by account where no address is given."""

    email: Email | None = None
    username: Email | None = None
    tenant_id: Text | None = None


class SsoAddress(Wire):
    """Where the browser goes. `addressType` is `sso`: clients name it before they send the browser there."""

    address: str
    idp_type: Literal["saml", "oidc"]
    address_type: Literal["sso"] = "sso"


class OidcPostlogin(Wire):
    """The parameters with which the provider sent the browser back."""

    code: Code
    state: State
    iss: Sender | None = None


class OidcPostloginV2(Wire):
    """The parameters with which the provider sent the browser back, with the state in `RelayState`."""

    model_config = Wire.model_config | {"alias_generator": None}

    code: Code
    RelayState: State
    iss: Sender | None = None


SamlMessage = Annotated[str, StringConstraints(min_length=1, max_length=MOST_CHARACTERS)]
SamlState = Annotated[str, StringConstraints(max_length=2000)]


class SamlPostlogin(Wire):
    """Both values as the page received them. `SAMLResponse` may also be the provider's own message, where
    providers post to the product's server."""

    model_config = Wire.model_config | {"alias_generator": None}

    SAMLResponse: SamlMessage
    RelayState: SamlState = ""
