"""`POST /sim/checkout/control`: cause faults and disputes, run what is due, and clear all switches."""

import re
from typing import Literal, Self

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field, model_validator

from gatehouse_simulators.checkout import adjustments
from gatehouse_simulators.checkout.fields import EntityId
from gatehouse_simulators.checkout.simulator import Account, Simulator
from gatehouse_simulators.checkout.subscriptions.clockwork import run_due
from gatehouse_simulators.checkout.switches import SWITCHES, SwitchName

router = APIRouter()
NUMBERS = {
    "api.error": r"([45]\d\d)?",
    "webhook.delay": r"\d{0,6}",
    "webhook.old_timestamp": r"\d{0,6}",
}


class CheckoutFaultSwitch(BaseModel):
    """A fault to cause. `value`: seconds for `webhook.delay` and `webhook.old_timestamp`, a payment error
    code for `payment.error`, a status for `api.error`, `load` or `global` for `script.fail`."""

    switch: SwitchName
    times: int = Field(1, ge=0, le=1000)
    value: str = Field("", max_length=64, pattern=r"^[a-z0-9_]*$")

    @model_validator(mode="after")
    def check_numeric_value(self) -> Self:
        if not re.fullmatch(NUMBERS.get(self.switch, ".*"), self.value):
            raise ValueError("value must be a number")
        return self


class CheckoutControlAction(BaseModel):
    action: Literal["run_due", "clear_switches"]


class DisputeAction(BaseModel):
    """An action of the buyer's bank, for which the provider's API has no call."""

    action: Literal["chargeback", "chargeback_reverse"]
    transaction_id: EntityId


@router.post("/control", status_code=204)
async def apply_control(
    db: Account,
    simulator: Simulator,
    data: CheckoutFaultSwitch | CheckoutControlAction | DisputeAction,
) -> Response:
    """Apply one switch, one action, or one dispute."""
    if isinstance(data, CheckoutFaultSwitch):
        await SWITCHES.turn_on(db, data.switch, data.times, data.value)
    elif data.action == "chargeback":
        await adjustments.open_dispute(db, data.transaction_id)
    elif data.action == "chargeback_reverse":
        await adjustments.settle_dispute(db, data.transaction_id)
    elif data.action == "clear_switches":
        await SWITCHES.clear(db)
    else:
        await run_due(simulator)  # the work of the minute's schedule
    return Response(status_code=204)
