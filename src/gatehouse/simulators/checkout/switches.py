"""What a test or a demo asks to go wrong, how many times. Rows, so that the worker sees them too."""

from dataclasses import dataclass
from typing import Literal

from gatehouse.kit.db import Command, Db, Query

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


@dataclass(frozen=True, slots=True)
class Taken:
    name: str
    value: str


SET = Command(
    "insert into simulated_checkout.switches (name, times, value) values ($1, $2, $3)"
    " on conflict (name) do update set times = excluded.times, value = excluded.value",
)
TAKE = Query(
    str,
    "update simulated_checkout.switches set times = times - 1 where name = $1 and times > 0"
    " returning value",
)
TAKE_GROUP = Query(
    Taken,
    "update simulated_checkout.switches set times = times - 1"
    " where name like $1 || '.%' and times > 0 returning name, value",
)
CLEAR = Command("delete from simulated_checkout.switches")


async def turn_on(db: Db, name: SwitchName, times: int, value: str) -> None:
    await SET.run(db, name, times, value)


async def take(db: Db, name: SwitchName) -> str | None:
    """The switch's value if it is on, and one time less; None if it is off."""
    return await TAKE.first(db, name)


async def take_group(db: Db, group: str) -> dict[str, str]:
    """Every switch of the group that is on, and one time less of each."""
    return {taken.name: taken.value for taken in await TAKE_GROUP.all(db, group)}


async def clear(db: Db) -> None:
    await CLEAR.run(db)
