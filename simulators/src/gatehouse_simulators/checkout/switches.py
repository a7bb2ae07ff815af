"""The switches of the checkout simulator."""

from typing import Literal

from gatehouse_simulators.shared.switches import Switches

SwitchName = Literal[
    "webhook.duplicate",
    "webhook.reorder",
    "webhook.delay",
    "webhook.drop",
    "webhook.wrong_signature",
    "webhook.old_timestamp",
    "webhook.rotated_secret",
    "payment.error",
    "script.fail",
    "api.error",
]

SWITCHES = Switches("simulated_checkout")
take = SWITCHES.take
