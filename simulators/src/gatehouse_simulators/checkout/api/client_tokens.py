import secrets
from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from gatehouse_simulators.checkout.api.listing import list_page
from gatehouse_simulators.checkout.envelope import build_success
from gatehouse_simulators.checkout.fields import PathId, Text
from gatehouse_simulators.checkout.ids import current_timestamp, new_entity_id
from gatehouse_simulators.checkout.simulator import Account
from gatehouse_simulators.checkout.store import service

router = APIRouter(prefix="/client-tokens")


class NewClientToken(BaseModel):
    name: Text = Field(min_length=1, max_length=150)
    description: Text | None = None


class ClientTokenChange(BaseModel):
    status: Literal["revoked"]


@router.get("")
async def list_client_tokens(request: Request, db: Account) -> JSONResponse:
    return await list_page(request, db, "client_token", "status")


@router.post("")
async def create_client_token(db: Account, data: NewClientToken) -> JSONResponse:
    now = current_timestamp()
    body = {
        "id": new_entity_id("ctkn"),
        "token": f"test_{secrets.token_hex(13)}1",
        "name": data.name,
        "description": data.description,
        "status": "active",
        "created_at": now,
        "updated_at": now,
        "revoked_at": None,
    }
    return build_success((await service.add_entity(db, "client_token", body)).body, 201)


@router.get("/{token_id}")
async def get_client_token(db: Account, token_id: PathId) -> JSONResponse:
    return build_success((await service.get_entity(db, "client_token", token_id)).body)


@router.patch("/{token_id}")
async def revoke_client_token(
    db: Account, token_id: PathId, data: ClientTokenChange
) -> JSONResponse:
    """Revoke the token: it opens no checkout any more."""
    found = await service.lock_entity(db, "client_token", token_id)
    revoked_at = found.body["revoked_at"] or current_timestamp()
    revoked = await service.save_entity(db, found, status=data.status, revoked_at=revoked_at)
    return build_success(revoked.body)
