"""`/sim/cards/control`: cause faults, run what is due, and list webhook deliveries."""

import re
from typing import Any, Literal, Self

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field, model_validator

from gatehouse_simulators.cards.simulator import Simulator
from gatehouse_simulators.cards.subscriptions.clockwork import run_due
from gatehouse_simulators.cards.switches import SWITCHES, SwitchName
from gatehouse_simulators.cards.webhooks import queries

router = APIRouter(prefix="/control")
NUMBERS = {
    "api.error": r"([45]\d\d)?",
    "api.slow": r"\d{0,2}",
    "api.timeout": r"\d{0,3}",
    "webhook.delay": r"\d{0,6}",
    "webhook.old_timestamp": r"\d{0,6}",
}


class CardFaultSwitch(BaseModel):
    """A fault to cause. `value`: seconds for `webhook.delay`, `webhook.old_timestamp`, `api.slow` and
    `api.timeout` (the call is made but never answered), a decline code for `payment.error`, a status for
    `api.error`, `load` or `global` for `script.fail`."""

    switch: SwitchName
    times: int = Field(1, ge=0, le=1000)
    value: str = Field("", max_length=64, pattern=r"^[a-z0-9_]*$")

    @model_validator(mode="after")
    def check_numeric_value(self) -> Self:
        if not re.fullmatch(NUMBERS.get(self.switch, ".*"), self.value):
            raise ValueError("value must be a number")
        return self


class CardControlAction(BaseModel):
    action: Literal["run_due", "clear_switches"]


@router.post("", status_code=204)
async def apply_control(
    simulator: Simulator, data: CardFaultSwitch | CardControlAction
) -> Response:
    """Apply one switch or one action."""
    if isinstance(data, CardControlAction) and data.action == "run_due":
        await run_due(simulator)  # the work of the minute's schedule
        return Response(status_code=204)
    async with simulator.transaction() as db:
        if isinstance(data, CardFaultSwitch):
            await SWITCHES.turn_on(db, data.switch, data.times, data.value)
        else:
            await SWITCHES.clear(db)
    return Response(status_code=204)


@router.get("/deliveries")
async def list_deliveries(simulator: Simulator) -> JSONResponse:
    """The latest 200 events and the receiver's response to each, newest first."""
    async with simulator.transaction() as db:
        rows = await queries.DELIVERY_STATUSES.all(db)
    shown: list[dict[str, Any]] = [
        {
            "event": row.id,
            "type": row.type,
            "status": row.status,
            "times_attempted": row.times_attempted,
            "response_code": row.response_code,
            "retry_at": row.retry_at.isoformat() if row.retry_at else None,
        }
        for row in rows
    ]
    return JSONResponse({"data": shown})
