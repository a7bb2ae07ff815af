"""Parameters of the calls about setup intents."""

from typing import Literal

from pydantic import Field

from gatehouse_simulators.cards.fields import Clearable, EntityId, Metadata, Parameters, Text
from gatehouse_simulators.cards.methods.service import NewMethod


class AutomaticMethods(Parameters):
    enabled: bool
    allow_redirects: Literal["always", "never"] = "always"


class IntentChange(Parameters):
    customer: EntityId | None = None
    payment_method: Clearable[EntityId] = None
    payment_method_types: list[Literal["card", "link"]] = Field(
        ["card"], min_length=1, max_length=2
    )
    description: Clearable[Text] = None
    metadata: Metadata = Field({})


class NewIntent(IntentChange):
    automatic_payment_methods: AutomaticMethods | None = None
    usage: Literal["off_session", "on_session"] = "off_session"
    confirm: bool = False
    return_url: Text | None = None


class IntentConfirmation(Parameters):
    """`client_secret` is sent when a browser confirms."""

    client_secret: Text | None = None
    payment_method: EntityId | None = None
    payment_method_data: NewMethod | None = None
    return_url: Text | None = None
    use_stripe_sdk: bool | None = None


class IntentCancellation(Parameters):
    cancellation_reason: Literal["abandoned", "duplicate", "requested_by_customer"] | None = None
