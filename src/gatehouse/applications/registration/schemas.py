"""RFC 7591 §2 and §3.2.1."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field, StringConstraints

RedirectUri = Annotated[str, StringConstraints(max_length=2000)]
Word = Annotated[str, StringConstraints(max_length=100)]
SecretIsShown = Literal["none", "client_secret_basic", "client_secret_post"]


class ClientMetadata(BaseModel):
    """Unknown metadata of a client is ignored."""

    redirect_uris: list[RedirectUri] = Field(
        min_length=1, max_length=20, examples=[["http://127.0.0.1/callback"]]
    )
    client_name: str = Field("", max_length=200)
    token_endpoint_auth_method: SecretIsShown = "client_secret_basic"  # noqa: S105
    grant_types: list[Word] = Field(["authorization_code"], max_length=20)
    response_types: list[Word] = Field(["code"], max_length=20)

    @property
    def is_public(self) -> bool:
        return self.token_endpoint_auth_method == "none"  # noqa: S105


class RegisteredClient(BaseModel):
    """`client_secret` is shown here and nowhere else; it has no end."""

    client_id: UUID
    client_id_issued_at: int
    client_name: str
    redirect_uris: list[str]
    token_endpoint_auth_method: SecretIsShown
    grant_types: list[str]
    response_types: list[str]
    client_secret: str | None = None
    client_secret_expires_at: int | None = None
