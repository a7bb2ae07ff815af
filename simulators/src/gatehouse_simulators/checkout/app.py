"""The simulator as one application, mounted at `/sim/checkout`."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Query
from fastapi.responses import Response

from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse_simulators.checkout import control, invoices
from gatehouse_simulators.checkout.api import (
    adjustments,
    catalog,
    client_tokens,
    customers,
    notifications,
    subscriptions,
    transactions,
)
from gatehouse_simulators.checkout.client import endpoints
from gatehouse_simulators.checkout.envelope import install_failures
from gatehouse_simulators.checkout.errors import not_found
from gatehouse_simulators.checkout.keys import (
    fail_on_request,
    require_api_key,
    require_client_token,
)
from gatehouse_simulators.checkout.simulator import Account, Simulator
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.switches import take
from gatehouse_simulators.shared import files as shared_files

BROWSER = Path(__file__).parent / "browser"

files = APIRouter()


def build_simulator_app(resources: Resources) -> FastAPI:
    """The application. `resources` must contain a `CheckoutSimulator` by the first request."""
    app = FastAPI(title="Simulated checkout provider", openapi_url=None, redirect_slashes=False)
    app.state.resources = resources
    install_failures(app)
    server = [Depends(require_api_key), Depends(fail_on_request)]
    areas = (
        customers, catalog, transactions, subscriptions, adjustments, notifications, client_tokens,
    )  # fmt: skip
    for area in areas:
        app.include_router(area.router, prefix="/api", dependencies=server)
    app.include_router(
        endpoints.router, prefix="/client", dependencies=[Depends(require_client_token)]
    )
    app.include_router(control.router)
    app.include_router(files)
    return app


@files.get("/paddle.js")
async def serve_script(db: Account, fail: Annotated[str, Query(max_length=10)] = "") -> Response:
    """Serve the browser script. `?fail=load` or the switch `script.fail` refuses it, or serves a script
    that defines no globals."""
    how = fail or await take(db, "script.fail") or ""
    if how == "load":
        raise not_found("paddle.js")
    if how == "global":
        return Response("// Loaded, but it defines nothing.\n", media_type="text/javascript")
    return _serve_file("paddle.js")


@files.get("/browser/{name}")
async def serve_browser_file(name: str) -> Response:
    """Serve a chunk that the script loads when it is needed."""
    return _serve_file(name)


@files.get("/invoices/{entity_id}.pdf")
async def serve_document(
    db: Account,
    simulator: Simulator,
    entity_id: str,
    expires: Annotated[int, Query(ge=0, le=10**12)],
    signature: Annotated[str, Query(max_length=64, pattern=r"^[0-9a-f]*$")],
    disposition: Annotated[str, Query(pattern=r"^(inline|attachment)$")] = "attachment",
) -> Response:
    """The invoice or credit note of a link that has not expired."""
    invoices.refuse_bad_link(simulator.secrets.api_key, entity_id, disposition, expires, signature)
    if entity_id.startswith("adj_"):
        name, pdf = await _render_credit_note(db, entity_id)
    else:
        name, pdf = await _render_invoice(db, entity_id)
    return Response(
        pdf,
        media_type="application/pdf",
        headers={"content-disposition": f'{disposition}; filename="{name}"'},
    )


async def _render_invoice(db: Db, transaction_id: str) -> tuple[str, bytes]:
    transaction = (await service.get_entity(db, "transaction", transaction_id)).body
    customer = (await service.get_entity(db, "customer", transaction["customer_id"])).body
    name = f"invoice-{transaction['invoice_number']}.pdf"
    return name, invoices.render_invoice_pdf(transaction, customer)


async def _render_credit_note(db: Db, adjustment_id: str) -> tuple[str, bytes]:
    adjustment = (await service.get_entity(db, "adjustment", adjustment_id)).body
    transaction = (await service.get_entity(db, "transaction", adjustment["transaction_id"])).body
    customer = (await service.get_entity(db, "customer", adjustment["customer_id"])).body
    name = f"credit-note-{transaction['invoice_number']}.pdf"
    return name, invoices.render_credit_note_pdf(adjustment, transaction, customer)


def _serve_file(name: str) -> Response:
    found = shared_files.find_browser_file(BROWSER, name)
    if found is None:
        raise not_found(name)
    return found
