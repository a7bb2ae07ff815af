from typing import Annotated, Literal, Self

from pydantic import Field, SecretStr, model_validator

from gatehouse.kit.configuration import SettingsSection, WebAddress


class SimulatedPayments(SettingsSection):
    """The overlay-checkout provider is the simulator inside this process; it runs in the demo alone."""

    kind: Literal["simulator"] = "simulator"


class NoPaymentProvider(SettingsSection):
    """Nothing is sold online: the vendor issues licenses in the console or imports them."""

    kind: Literal["none"]


class PaddlePayments(SettingsSection):
    """The overlay-checkout provider is Paddle Billing. A price billed every three months is not offered."""

    kind: Literal["paddle"]
    environment: Literal["sandbox", "production"]
    api_key: SecretStr
    client_token: str
    webhook_secrets: list[Annotated[SecretStr, Field(min_length=1)]] = Field(min_length=1)
    price_ids: list[str] = Field(min_length=1)
    script_url: WebAddress = "https://cdn.paddle.com/paddle/v2/paddle.js"

    @model_validator(mode="after")
    def token_matches_environment(self) -> Self:
        prefix = "test_" if self.environment == "sandbox" else "live_"
        if not self.client_token.startswith(prefix):
            raise ValueError(f"client_token must start with {prefix} in {self.environment}")
        return self


class PaymentSettings(SettingsSection):
    payments: Annotated[
        SimulatedPayments | PaddlePayments | NoPaymentProvider, Field(discriminator="kind")
    ] = Field(SimulatedPayments(), description="The overlay-checkout provider.")
    payment_webhook_tolerance_seconds: int = Field(
        60, ge=5, le=600, description="How far a payment webhook's time may differ from ours."
    )
