from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gatehouse_simulators.cards.call import ThisCall
from gatehouse_simulators.cards.fields import EntityId, Parameters
from gatehouse_simulators.cards.listing import CardListQuery, show_page
from gatehouse_simulators.cards.methods import service
from gatehouse_simulators.cards.methods.service import MethodChange, NewMethod
from gatehouse_simulators.cards.store import service as store

router = APIRouter(prefix="/payment_methods")
browser = APIRouter(prefix="/payment_methods")


class MethodPage(CardListQuery):
    customer: EntityId | None = None
    type: str | None = None
    allow_redisplay: str | None = None


class MethodAttachment(Parameters):
    customer: EntityId


@browser.post("")
async def create_method(call: ThisCall) -> JSONResponse:
    return await call.show(
        await service.create_method(call.ledger, call.read_parameters(NewMethod))
    )


@router.get("")
async def list_methods(call: ThisCall) -> JSONResponse:
    """List the methods of a customer; without a customer the list is empty."""
    page = call.read_parameters(MethodPage)
    if page.customer:
        await store.get_entity(call.db, "customer", page.customer, "customer")
    containing: dict[str, Any] = {"customer": page.customer or ""}
    containing |= page.model_dump(include={"type", "allow_redisplay"}, exclude_none=True)
    return await show_page(call, "payment_method", page, containing)


@router.get("/{method_id}")
async def get_method(call: ThisCall, method_id: str) -> JSONResponse:
    call.read_parameters(Parameters)
    return await call.show(await store.get_entity(call.db, "payment_method", method_id))


@router.post("/{method_id}")
async def update_method(call: ThisCall, method_id: str) -> JSONResponse:
    return await call.show(
        await service.change_method(call.ledger, method_id, call.read_parameters(MethodChange))
    )


@router.post("/{method_id}/attach")
async def attach_method(call: ThisCall, method_id: str) -> JSONResponse:
    customer_id = call.read_parameters(MethodAttachment).customer
    return await call.show(await service.attach_method(call.ledger, method_id, customer_id))


@router.post("/{method_id}/detach")
async def detach_method(call: ThisCall, method_id: str) -> JSONResponse:
    call.read_parameters(Parameters)
    return await call.show(await service.detach_method(call.ledger, method_id))
