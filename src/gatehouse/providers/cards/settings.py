import re
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, SecretStr, StringConstraints, model_validator

from gatehouse.kit.configuration import SettingsSection, WebAddress


def _secret_key(key: SecretStr) -> SecretStr:
    if not re.fullmatch(r"(sk|rk)_(live|test)_\S+", key.get_secret_value()):
        raise ValueError("must begin with sk_live_, rk_live_, sk_test_ or rk_test_")
    return key


ApiBase = Annotated[str, StringConstraints(pattern=r"^https?://[^\s/;,]+[^\s;,?#]*[^\s;,?#/]$")]
SecretKey = Annotated[SecretStr, AfterValidator(_secret_key)]
PublishableKey = Annotated[str, StringConstraints(pattern=r"^pk_(live|test)_\S+$")]
WebhookSecret = Annotated[SecretStr, Field(min_length=1)]


class NoCards(SettingsSection):
    """Accounts are not billed by card. In demo and test mode a simulator takes the provider's place."""

    kind: Literal["none"] = "none"


class StripeCards(SettingsSection):
    """Accounts are billed by card through Stripe: live keys in production, test keys elsewhere."""

    kind: Literal["stripe"]
    secret_key: SecretKey
    publishable_key: PublishableKey
    webhook_secret: WebhookSecret
    api_base: ApiBase = "https://api.stripe.com"
    script_url: WebAddress = "https://js.stripe.com/v3/"

    @property
    def is_live(self) -> bool:
        return self.publishable_key.startswith("pk_live_")

    @model_validator(mode="after")
    def keys_are_of_one_mode(self) -> Self:
        if ("_live_" in self.secret_key.get_secret_value()[:8]) != self.is_live:
            raise ValueError(
                "secret_key and publishable_key must both be live or both be test keys"
            )
        return self


class CardSettings(SettingsSection):
    cards: Annotated[NoCards | StripeCards, Field(discriminator="kind")] = Field(
        NoCards(), description="Whether accounts are billed by card."
    )
