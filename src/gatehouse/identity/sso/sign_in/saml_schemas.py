from typing import Annotated

from pydantic import StringConstraints

from gatehouse.identity.sso.saml.response import MOST_CHARACTERS
from gatehouse.kit.schemas import Wire

Message = Annotated[str, StringConstraints(min_length=1, max_length=MOST_CHARACTERS)]
State = Annotated[str, StringConstraints(max_length=2000)]


class SamlPostlogin(Wire):
    """Both values as the page received them. `SAMLResponse` may also be the provider's own message, where
    providers post to the product's server."""

    model_config = Wire.model_config | {"alias_generator": None}

    SAMLResponse: Message
    RelayState: State = ""
