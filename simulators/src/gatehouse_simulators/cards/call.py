"""One call: its parameters, what it works with, and how its answer is shown."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ValidationError

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse_simulators.cards import form
from gatehouse_simulators.cards.envelope import list_of, refusal_of
from gatehouse_simulators.cards.errors import Refused
from gatehouse_simulators.cards.expand import HIDDEN, expand, unfolded
from gatehouse_simulators.cards.invoices.links import with_links
from gatehouse_simulators.cards.keys import CallerSide, Side
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.simulator import CardSimulator, Simulator
from gatehouse_simulators.cards.store.models import Body, Entity

P = TypeVar("P", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Call:
    simulator: CardSimulator
    ledger: Ledger
    side: Side
    url: str
    parameters: Body
    expands: list[str]

    @property
    def db(self) -> Db:
        return self.ledger.db

    def read(self, model: type[P]) -> P:
        """The parameters; those that the call does not have are refused."""
        try:
            return model.model_validate(self.parameters)
        except ValidationError as error:
            raise refusal_of(error) from None

    async def show(self, entity: Entity) -> JSONResponse:
        shown = await expand(self.db, unfolded(entity), self.expands)
        return JSONResponse(self._finished(shown))

    async def show_list(self, entities: Sequence[Entity], *, has_more: bool) -> JSONResponse:
        data = [unfolded(entity) for entity in entities]
        shown = list_of(data, self.url, has_more=has_more)
        return JSONResponse(self._finished(await expand(self.db, shown, self.expands)))

    def _finished(self, node: Any) -> Any:
        """With today's links in invoices, and without what nobody asked for."""
        if isinstance(node, list):
            return [self._finished(each) for each in node]
        if not isinstance(node, dict):
            return node
        shown = {name: self._finished(value) for name, value in node.items() if name != HIDDEN}
        return with_links(self.simulator, shown) if shown.get("object") == "invoice" else shown


async def open_call(
    request: Request, simulator: Simulator, side: CallerSide
) -> AsyncIterator[Call]:
    parameters = form.parse(await _text(request))
    given = parameters.pop("expand", [])
    expands = [given] if isinstance(given, str) else given
    if not isinstance(expands, list) or not all(isinstance(each, str) for each in expands):
        raise Refused("Invalid array", param="expand")
    async with simulator.transaction() as db:
        ledger = Ledger(
            db,
            clock.now(),
            getattr(request.state, "request_id", None),
            request.headers.get("idempotency-key"),
        )
        url = request.url.path[request.url.path.index("/v1/") :]
        yield Call(simulator, ledger, side, url, parameters, expands)


async def _text(request: Request) -> str:
    if request.method != "POST":
        return request.url.query
    kind = request.headers.get("content-type", "")
    body = await request.body()
    if body and not kind.startswith("application/x-www-form-urlencoded"):
        raise Refused(
            f"Invalid request body. Send application/x-www-form-urlencoded instead of {kind[:80]}."
        )
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise Refused("Invalid request body: it is not UTF-8") from None


ThisCall = Annotated[Call, Depends(open_call, scope="function")]
