"""The simulator as one application, mounted at `/sim/cards`."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Query, Request
from fastapi.responses import HTMLResponse, Response

from gatehouse.kit.resources import Resources
from gatehouse_simulators.cards import control
from gatehouse_simulators.cards.api import (
    catalog,
    customers,
    events,
    invoices,
    payment_intents,
    payment_methods,
    setup_intents,
    subscriptions,
)
from gatehouse_simulators.cards.envelope import install_failures
from gatehouse_simulators.cards.errors import unknown_url
from gatehouse_simulators.cards.gateway import Gateway
from gatehouse_simulators.cards.invoices import rendering
from gatehouse_simulators.cards.invoices.links import refuse_bad_link
from gatehouse_simulators.cards.keys import identify_side, require_secret_key
from gatehouse_simulators.cards.simulator import CardSimulator, Simulator
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body
from gatehouse_simulators.cards.switches import take
from gatehouse_simulators.shared import files as shared_files

BROWSER = Path(__file__).parent / "browser"
SCRIPT = "text/javascript"

files = APIRouter()

Expires = Annotated[int, Query(ge=0, le=10**12)]
Signature = Annotated[str, Query(max_length=64, pattern=r"^[0-9a-f]*$")]


def build_simulator_app(resources: Resources) -> FastAPI:
    """The application. `resources` must contain a `CardSimulator` by the first request."""
    app = FastAPI(title="Simulated card provider", openapi_url=None, redirect_slashes=False)
    app.state.resources = resources
    install_failures(app)
    app.add_middleware(Gateway)
    for area in (payment_methods, setup_intents, payment_intents):
        app.include_router(area.browser, prefix="/v1", dependencies=[Depends(identify_side)])
    server = [Depends(require_secret_key)]
    for area in (
        customers,
        payment_methods,
        setup_intents,
        catalog,
        subscriptions,
        invoices,
        events,
    ):
        app.include_router(area.router, prefix="/v1", dependencies=server)
    app.include_router(control.router)
    app.include_router(files)
    return app


@files.get("/v3/stripe.js")
async def serve_script(
    simulator: Simulator, fail: Annotated[str, Query(max_length=10)] = ""
) -> Response:
    """Serve the browser script. `?fail=load` or the switch `script.fail` refuses it, or serves a script
    that defines no global."""
    async with simulator.transaction() as db:
        how = fail or await take(db, "script.fail") or ""
    if how == "load":
        raise unknown_url("GET", "/v3/stripe.js")
    if how == "global":
        return Response("// Loaded, but it defines nothing.\n", media_type=SCRIPT)
    return _serve_file("stripe.js")


@files.get("/browser/{name}")
async def serve_browser_file(name: str) -> Response:
    """Serve a chunk that the script loads when it is needed."""
    return _serve_file(name)


@files.get("/invoices/{invoice_id}")
async def show_invoice_page(
    request: Request, simulator: Simulator, invoice_id: str, expires: Expires, signature: Signature
) -> Response:
    invoice = await _find_linked_invoice(simulator, invoice_id, expires, signature)
    pdf = f"{request.url.path}/pdf?{request.url.query}"
    headers = {"content-security-policy": rendering.POLICY}
    return HTMLResponse(rendering.render_page(invoice, pdf), headers=headers)


@files.get("/invoices/{invoice_id}/pdf")
async def download_invoice_pdf(
    simulator: Simulator, invoice_id: str, expires: Expires, signature: Signature
) -> Response:
    invoice = await _find_linked_invoice(simulator, invoice_id, expires, signature)
    name = f"Invoice-{invoice['number']}.pdf"
    return Response(
        rendering.render_pdf(invoice),
        media_type="application/pdf",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def _find_linked_invoice(
    simulator: CardSimulator, invoice_id: str, expires: int, signature: str
) -> Body:
    """The invoice of a link that has not expired."""
    refuse_bad_link(simulator.secrets.secret_key, invoice_id, expires, signature)
    async with simulator.transaction() as db:
        return (await store.get_entity(db, "invoice", invoice_id)).body


def _serve_file(name: str) -> Response:
    found = shared_files.find_browser_file(BROWSER, name)
    if found is None:
        raise unknown_url("GET", name)
    return found
