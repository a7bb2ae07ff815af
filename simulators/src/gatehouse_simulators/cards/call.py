"""One API call: its parameters, its ledger, and how its answer is rendered."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ValidationError

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse_simulators.cards import form
from gatehouse_simulators.cards.envelope import build_list, to_refusal
from gatehouse_simulators.cards.errors import CardRefusal
from gatehouse_simulators.cards.expand import HIDDEN, expand_properties, to_expandable
from gatehouse_simulators.cards.invoices.links import add_links
from gatehouse_simulators.cards.keys import CallerSide, Side
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.simulator import CardSimulator, Simulator
from gatehouse_simulators.cards.store.models import Body, Entity

P = TypeVar("P", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class CardCall:
    simulator: CardSimulator
    ledger: Ledger
    side: Side
    url: str
    parameters: Body
    expands: list[str]

    @property
    def db(self) -> Db:
        return self.ledger.db

    def read_parameters(self, model: type[P]) -> P:
        """The parsed parameters. Unknown parameters are refused."""
        try:
            return model.model_validate(self.parameters)
        except ValidationError as error:
            raise to_refusal(error) from None

    async def show(self, entity: Entity) -> JSONResponse:
        shown = await expand_properties(self.db, to_expandable(entity), self.expands)
        return JSONResponse(self._finish(shown))

    async def show_list(self, entities: Sequence[Entity], *, has_more: bool) -> JSONResponse:
        data = [to_expandable(entity) for entity in entities]
        shown = build_list(data, self.url, has_more=has_more)
        return JSONResponse(self._finish(await expand_properties(self.db, shown, self.expands)))

    def _finish(self, node: Any) -> Any:
        """Add current links to invoices, and drop expandable properties that the call did not ask for."""
        if isinstance(node, list):
            return [self._finish(each) for each in node]
        if not isinstance(node, dict):
            return node
        shown = {name: self._finish(value) for name, value in node.items() if name != HIDDEN}
        return add_links(self.simulator, shown) if shown.get("object") == "invoice" else shown


async def open_call(
    request: Request, simulator: Simulator, side: CallerSide
) -> AsyncIterator[CardCall]:
    parameters = form.parse_form(await _read_form(request))
    given = parameters.pop("expand", [])
    expands = [given] if isinstance(given, str) else given
    if not isinstance(expands, list) or not all(isinstance(each, str) for each in expands):
        raise CardRefusal("Invalid array", param="expand")
    async with simulator.transaction() as db:
        ledger = Ledger(
            db,
            clock.now(),
            getattr(request.state, "request_id", None),
            request.headers.get("idempotency-key"),
        )
        url = request.url.path[request.url.path.index("/v1/") :]
        yield CardCall(simulator, ledger, side, url, parameters, expands)


async def _read_form(request: Request) -> str:
    if request.method != "POST":
        return request.url.query
    kind = request.headers.get("content-type", "")
    body = await request.body()
    if body and not kind.startswith("application/x-www-form-urlencoded"):
        raise CardRefusal(
            f"Invalid request body. Send application/x-www-form-urlencoded instead of {kind[:80]}."
        )
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise CardRefusal("Invalid request body: it is not UTF-8") from None


ThisCall = Annotated[CardCall, Depends(open_call, scope="function")]
