"""`expand[]=data.customer`: replaces ids of other entities by the entities."""

from typing import Any

from gatehouse.kit.db import Db
from gatehouse_simulators.cards.errors import CardRefusal
from gatehouse_simulators.cards.store import queries
from gatehouse_simulators.cards.store.models import Body, Entity

DEEPEST = 4
MOST = 20
# Ids under these names can be expanded to the entity.
REFERENCES = {
    "customer",
    "default_payment_method",
    "payment_method",
    "latest_invoice",
    "product",
    "subscription",
    "invoice",
    "setup_intent",
    "payment_intent",
    "pending_setup_intent",
    "default_price",
}


async def expand_properties(db: Db, shown: Body, paths: list[str]) -> Body:
    if len(paths) > MOST:
        raise CardRefusal(f"At most {MOST} properties can be expanded", param="expand")
    for path in paths:
        names = path.split(".")
        if len(names) > DEEPEST:
            raise CardRefusal(
                f"You cannot expand more than {DEEPEST} levels of a property.", param="expand"
            )
        await _expand_path(db, shown, names, path)
    return shown


async def _expand_path(db: Db, node: Any, names: list[str], path: str) -> None:
    if isinstance(node, list):
        for each in node:
            await _expand_path(db, each, names, path)
        return
    if not names or node is None:
        return
    name, *rest = names
    if not isinstance(node, dict) or not (name in node or name in node.get(HIDDEN, {})):
        raise CardRefusal(f"This property cannot be expanded ({path}).", param="expand")
    if name in node.get(HIDDEN, {}):
        node[name] = node[HIDDEN][name]
    elif isinstance(node[name], str):
        node[name] = await _load_expanded(db, name, node[name], path)
    await _expand_path(db, node[name], rest, path)


async def _load_expanded(db: Db, name: str, entity_id: str, path: str) -> Body:
    found = await queries.ANY_BY_IDS.all(db, [entity_id]) if name in REFERENCES else []
    if not found:
        raise CardRefusal(f"This property cannot be expanded ({path}).", param="expand")
    return to_expandable(found[0])


# Holds properties that are returned only when expanded, until the response is written.
HIDDEN = "\0hidden"


def to_expandable(entity: Entity) -> Body:
    """A copy of the body with its hidden properties, which may be expanded."""
    hidden = entity.private.get("expandable")
    return {**entity.body, **({HIDDEN: hidden} if hidden else {})}
