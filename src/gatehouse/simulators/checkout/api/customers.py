from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from gatehouse.kit.db import Db
from gatehouse.simulators.checkout import customers
from gatehouse.simulators.checkout.api.listing import listing, texts
from gatehouse.simulators.checkout.customers import (
    AddressChange,
    CustomerChange,
    NewAddress,
    NewCustomer,
)
from gatehouse.simulators.checkout.envelope import page, success
from gatehouse.simulators.checkout.errors import not_found
from gatehouse.simulators.checkout.simulator import Account, Simulator
from gatehouse.simulators.checkout.store import queries, service
from gatehouse.simulators.checkout.store.models import Body, Entity
from gatehouse.simulators.checkout.webhooks.service import emit

router = APIRouter(prefix="/customers")
Id = Annotated[str, Path(max_length=64, pattern=r"^[^\x00]*$")]


class PortalSessionRequest(BaseModel):
    subscription_ids: list[str] = Field([], max_length=25)


@router.get("")
async def list_customers(request: Request, db: Account) -> JSONResponse:
    """By `email`, `id` or `status`; archived ones only when asked for."""
    wanted = listing(request, "id", "status")
    emails = [email.lower() for email in texts(request, "email")]
    if not emails:
        return page(request, *_page(wanted, await service.listed(db, "customer", wanted)))
    bodies = [row.body for row in await queries.CUSTOMERS_BY_EMAIL.all(db, emails)]
    return page(request, bodies, wanted.per_page, len(bodies))


@router.post("")
async def create_customer(db: Account, data: NewCustomer) -> JSONResponse:
    return success((await customers.create_customer(db, data)).body, 201)


@router.get("/{customer_id}")
async def get_customer(db: Account, customer_id: Id) -> JSONResponse:
    return success((await service.get(db, "customer", customer_id)).body)


@router.patch("/{customer_id}")
async def update_customer(db: Account, customer_id: Id, data: CustomerChange) -> JSONResponse:
    return success((await customers.change_customer(db, customer_id, data)).body)


@router.get("/{customer_id}/addresses")
async def list_addresses(request: Request, db: Account, customer_id: Id) -> JSONResponse:
    wanted = listing(request, "id", "status", containing={"customer_id": customer_id})
    return page(request, *_page(wanted, await service.listed(db, "address", wanted)))


@router.post("/{customer_id}/addresses")
async def create_address(db: Account, customer_id: Id, data: NewAddress) -> JSONResponse:
    return success((await customers.create_address(db, customer_id, data)).body, 201)


@router.get("/{customer_id}/addresses/{address_id}")
async def get_address(db: Account, customer_id: Id, address_id: Id) -> JSONResponse:
    return success((await _owned(db, "address", customer_id, address_id)).body)


@router.patch("/{customer_id}/addresses/{address_id}")
async def update_address(
    db: Account, customer_id: Id, address_id: Id, data: AddressChange
) -> JSONResponse:
    return success((await customers.change_address(db, customer_id, address_id, data)).body)


@router.get("/{customer_id}/payment-methods")
async def list_payment_methods(request: Request, db: Account, customer_id: Id) -> JSONResponse:
    wanted = listing(request, "address_id", containing={"customer_id": customer_id})
    return page(request, *_page(wanted, await service.listed(db, "payment_method", wanted)))


@router.get("/{customer_id}/payment-methods/{method_id}")
async def get_payment_method(db: Account, customer_id: Id, method_id: Id) -> JSONResponse:
    return success((await _owned(db, "payment_method", customer_id, method_id)).body)


@router.delete("/{customer_id}/payment-methods/{method_id}")
async def delete_payment_method(db: Account, customer_id: Id, method_id: Id) -> Response:
    method = await _owned(db, "payment_method", customer_id, method_id)
    await queries.REMOVE.run(db, method_id, "payment_method")
    await emit(db, "payment_method.deleted", method.body)
    return Response(status_code=204)


@router.get("/{customer_id}/credit-balances")
async def list_credit_balances(request: Request, db: Account, customer_id: Id) -> JSONResponse:
    customer = await service.get(db, "customer", customer_id)
    balances = [
        {
            "customer_id": customer_id,
            "currency_code": currency,
            "balance": {"available": str(amount), "reserved": "0", "used": "0"},
        }
        for currency, amount in customer.private.get("credit", {}).items()
    ]
    return page(request, balances, 50, len(balances), key="customer_id")


@router.post("/{customer_id}/portal-sessions")
async def create_portal_session(
    db: Account, simulator: Simulator, customer_id: Id, data: PortalSessionRequest
) -> JSONResponse:
    customer = await service.get(db, "customer", customer_id)
    link = simulator.page("/billing")
    return success(customers.portal_session(customer.body, data.subscription_ids, link), 201)


async def _owned(db: Db, kind: str, customer_id: str, entity_id: str) -> Entity:
    entity = await service.get(db, kind, entity_id)
    if entity.body["customer_id"] != customer_id:
        raise not_found(entity_id)
    return entity


def _page(wanted: service.Listing, found: tuple[list[Body], int]) -> tuple[list[Body], int, int]:
    return found[0], wanted.per_page, found[1]
