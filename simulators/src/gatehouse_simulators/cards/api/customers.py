from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gatehouse_simulators.cards.call import ThisCall
from gatehouse_simulators.cards.customers import service
from gatehouse_simulators.cards.customers.service import CustomerChange, NewCustomer
from gatehouse_simulators.cards.errors import resource_missing
from gatehouse_simulators.cards.fields import Parameters
from gatehouse_simulators.cards.listing import CardListQuery, show_page
from gatehouse_simulators.cards.store import service as store

router = APIRouter(prefix="/customers")


class CustomerPage(CardListQuery):
    email: str | None = None


class CustomerMethodPage(CardListQuery):
    type: str | None = None
    allow_redisplay: str | None = None


@router.post("")
async def create_customer(call: ThisCall) -> JSONResponse:
    return await call.show(
        await service.create_customer(call.ledger, call.read_parameters(NewCustomer))
    )


@router.get("")
async def list_customers(call: ThisCall) -> JSONResponse:
    page = call.read_parameters(CustomerPage)
    containing = {"email": page.email} if page.email is not None else {}
    return await show_page(call, "customer", page, containing)


@router.get("/{customer_id}")
async def get_customer(call: ThisCall, customer_id: str) -> JSONResponse:
    call.read_parameters(Parameters)
    return await call.show(await store.get_entity(call.db, "customer", customer_id))


@router.post("/{customer_id}")
async def update_customer(call: ThisCall, customer_id: str) -> JSONResponse:
    changed = await service.change_customer(
        call.ledger, customer_id, call.read_parameters(CustomerChange)
    )
    return await call.show(changed)


@router.delete("/{customer_id}")
async def delete_customer(call: ThisCall, customer_id: str) -> JSONResponse:
    return await call.show(await service.delete_customer(call.ledger, customer_id))


@router.get("/{customer_id}/payment_methods")
async def list_payment_methods(call: ThisCall, customer_id: str) -> JSONResponse:
    page = call.read_parameters(CustomerMethodPage)
    await store.get_entity(call.db, "customer", customer_id)
    containing: dict[str, Any] = {"customer": customer_id}
    containing |= page.model_dump(include={"type", "allow_redisplay"}, exclude_none=True)
    return await show_page(call, "payment_method", page, containing)


@router.get("/{customer_id}/payment_methods/{method_id}")
async def get_payment_method(call: ThisCall, customer_id: str, method_id: str) -> JSONResponse:
    method = await store.get_entity(call.db, "payment_method", method_id)
    if method.body["customer"] != customer_id:
        raise resource_missing("payment_method", method_id, "id")
    return await call.show(method)
