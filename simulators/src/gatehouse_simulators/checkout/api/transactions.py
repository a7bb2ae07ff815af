from datetime import timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout import invoices
from gatehouse_simulators.checkout.api.listing import list_page, read_texts
from gatehouse_simulators.checkout.envelope import build_success
from gatehouse_simulators.checkout.fields import PathId
from gatehouse_simulators.checkout.pricing.previews import (
    TransactionPreviewRequest,
    preview_transaction,
)
from gatehouse_simulators.checkout.simulator import Account, Simulator
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.models import Body
from gatehouse_simulators.checkout.transactions import service as transactions
from gatehouse_simulators.checkout.transactions.service import NewTransaction, TransactionChange

router = APIRouter(prefix="/transactions")
LINK_LIFE = timedelta(hours=1)
FILTERS = (
    "id",
    "customer_id",
    "subscription_id",
    "status",
    "origin",
    "invoice_number",
    "collection_mode",
)


@router.get("")
async def list_transactions(request: Request, db: Account) -> JSONResponse:
    async def show(bodies: list[Body]) -> list[Body]:
        return await _include_related(request, db, bodies)

    return await list_page(request, db, "transaction", *FILTERS, show=show)


@router.post("")
async def create_transaction(
    request: Request, db: Account, simulator: Simulator, data: NewTransaction
) -> JSONResponse:
    link = simulator.page_url("/billing/checkout")
    made = await transactions.create_transaction(db, data, "api", link)
    return build_success((await _include_related(request, db, [made.body]))[0], 201)


@router.post("/preview")
async def preview_new_transaction(db: Account, data: TransactionPreviewRequest) -> JSONResponse:
    return build_success(await preview_transaction(db, data))


@router.get("/{transaction_id}")
async def get_transaction(request: Request, db: Account, transaction_id: PathId) -> JSONResponse:
    found = await service.get_entity(db, "transaction", transaction_id)
    return build_success((await _include_related(request, db, [found.body]))[0])


@router.patch("/{transaction_id}")
async def update_transaction(
    db: Account, transaction_id: PathId, data: TransactionChange
) -> JSONResponse:
    return build_success((await transactions.change_transaction(db, transaction_id, data)).body)


@router.get("/{transaction_id}/invoice")
async def get_invoice(
    db: Account,
    simulator: Simulator,
    transaction_id: PathId,
    disposition: Annotated[Literal["attachment", "inline"], Query()] = "attachment",
) -> JSONResponse:
    """A link that is valid for one hour."""
    transaction = await service.get_entity(db, "transaction", transaction_id)
    invoices.refuse_without_invoice(transaction.body)
    path = invoices.build_signed_path(
        simulator.secrets.api_key, transaction_id, disposition, LINK_LIFE
    )
    return build_success({"url": simulator.page_url(path)})


async def _include_related(request: Request, db: Db, bodies: list[Body]) -> list[Body]:
    return await transactions.include_related(db, bodies, set(read_texts(request, "include")))
