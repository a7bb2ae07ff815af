from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout import customers
from gatehouse_simulators.checkout.api.listing import list_page
from gatehouse_simulators.checkout.customers import (
    AddressChange,
    CustomerChange,
    NewAddress,
    NewCustomer,
)
from gatehouse_simulators.checkout.envelope import build_page, build_success
from gatehouse_simulators.checkout.fields import EntityId, PathId
from gatehouse_simulators.checkout.simulator import Account, Simulator
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.webhooks.service import emit_event

router = APIRouter(prefix="/customers")


class PortalSessionRequest(BaseModel):
    subscription_ids: list[EntityId] = Field([], max_length=25)


@router.get("")
async def list_customers(request: Request, db: Account) -> JSONResponse:
    return await list_page(request, db, "customer", "id", "status", "email")


@router.post("")
async def create_customer(db: Account, data: NewCustomer) -> JSONResponse:
    return build_success((await customers.create_customer(db, data)).body, 201)


@router.get("/{customer_id}")
async def get_customer(db: Account, customer_id: PathId) -> JSONResponse:
    return build_success((await service.get_entity(db, "customer", customer_id)).body)


@router.patch("/{customer_id}")
async def update_customer(db: Account, customer_id: PathId, data: CustomerChange) -> JSONResponse:
    return build_success((await customers.change_customer(db, customer_id, data)).body)


@router.get("/{customer_id}/addresses")
async def list_addresses(request: Request, db: Account, customer_id: PathId) -> JSONResponse:
    return await _list_owned(request, db, "address", customer_id, "id", "status")


@router.post("/{customer_id}/addresses")
async def create_address(db: Account, customer_id: PathId, data: NewAddress) -> JSONResponse:
    return build_success((await customers.create_address(db, customer_id, data)).body, 201)


@router.get("/{customer_id}/addresses/{address_id}")
async def get_address(db: Account, customer_id: PathId, address_id: PathId) -> JSONResponse:
    return build_success((await customers.find_owned(db, "address", customer_id, address_id)).body)


@router.patch("/{customer_id}/addresses/{address_id}")
async def update_address(
    db: Account, customer_id: PathId, address_id: PathId, data: AddressChange
) -> JSONResponse:
    return build_success((await customers.change_address(db, customer_id, address_id, data)).body)


@router.get("/{customer_id}/payment-methods")
async def list_payment_methods(request: Request, db: Account, customer_id: PathId) -> JSONResponse:
    return await _list_owned(request, db, "payment_method", customer_id, "address_id")


@router.get("/{customer_id}/payment-methods/{method_id}")
async def get_payment_method(db: Account, customer_id: PathId, method_id: PathId) -> JSONResponse:
    return build_success(
        (await customers.find_owned(db, "payment_method", customer_id, method_id)).body
    )


@router.delete("/{customer_id}/payment-methods/{method_id}")
async def delete_payment_method(db: Account, customer_id: PathId, method_id: PathId) -> Response:
    method = await customers.find_owned(db, "payment_method", customer_id, method_id)
    await queries.REMOVE.run(db, method_id, "payment_method")
    await emit_event(db, "payment_method.deleted", method.body)
    return Response(status_code=204)


@router.get("/{customer_id}/credit-balances")
async def list_credit_balances(request: Request, db: Account, customer_id: PathId) -> JSONResponse:
    customer = await service.get_entity(db, "customer", customer_id)
    balances = [
        {
            "customer_id": customer_id,
            "currency_code": currency,
            "balance": {"available": str(amount), "reserved": "0", "used": "0"},
        }
        for currency, amount in customer.private.get("credit", {}).items()
    ]
    return build_page(request, balances, 50, len(balances), key="customer_id")


@router.post("/{customer_id}/portal-sessions")
async def create_portal_session(
    db: Account, simulator: Simulator, customer_id: PathId, data: PortalSessionRequest
) -> JSONResponse:
    customer = await service.get_entity(db, "customer", customer_id)
    link = simulator.page_url("/billing")
    return build_success(
        customers.build_portal_session(customer.body, data.subscription_ids, link), 201
    )


async def _list_owned(
    request: Request, db: Db, kind: str, customer_id: str, *fields: str
) -> JSONResponse:
    await service.get_entity(db, "customer", customer_id)
    return await list_page(request, db, kind, *fields, containing={"customer_id": customer_id})
