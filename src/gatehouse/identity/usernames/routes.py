"""User names (wire reference §16.5)."""

from typing import Annotated

from fastapi import Query, Response

from gatehouse.access.guard import OwnTransaction, SignedInOrNamed, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.usernames import queries, schemas, service
from gatehouse.kit.resources import AllResources

NAMES = "/identity/resources/usernames/v1"

router = Router(tags=["User names"])


@router.get(NAMES, permission=Permission.READ_USERS, response_model=schemas.UsernamesPage)
async def list_usernames(
    db: Transaction, caller: Caller, query: Annotated[schemas.UsernamesQuery, Query()]
) -> Response:
    """User names of the members of the caller's tenant who have one."""
    return await service.list_usernames_of_tenant(db, caller, query)


@router.get(f"{NAMES}/me", response_model_exclude_none=True)
async def get_my_username(db: OwnTransaction, caller: SignedInOrNamed) -> schemas.OwnUsername:
    """The caller's own; an empty object when there is none."""
    found = await queries.OF.first(db, caller.user_id)
    return schemas.OwnUsername.model_validate(found) if found else schemas.OwnUsername()


@router.post(NAMES, status_code=201)
async def create_username(
    db: OwnTransaction, resources: AllResources, caller: SignedInOrNamed, data: schemas.NewUsername
) -> schemas.UsernameOut:
    """Choose a name to sign in with. 400 `usernames.invalid`; 403 `access.recent_sign_in_needed` when the
    caller signed in more than an hour ago; 409 `usernames.taken`, `usernames.has_one`; 429 after 20 tries in
    an hour."""
    return await service.choose_username(db, resources, caller, data.username)


@router.delete(f"{NAMES}/{{username}}")
async def delete_username(
    db: OwnTransaction, resources: AllResources, caller: SignedInOrNamed, username: str
) -> Response:
    """Give up the own name; another user may then take it. 404 for any other."""
    await service.delete_username(db, resources, caller, username)
    return Response(status_code=200)
