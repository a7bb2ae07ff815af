"""`/metadata/admin-box`: the account's own sign-in pages (wire reference §9)."""

from typing import Annotated

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.directory.login_box import service
from gatehouse.directory.login_box.schemas import BoxChange, BoxOut
from gatehouse.kit.router import Router

CanRead = Annotated[Principal, require(Permission.READ_ACCOUNT_SETTINGS)]
CanWrite = Annotated[Principal, require(Permission.ACCOUNT_SETTINGS_WRITE_CUSTOM_LOGIN_BOX)]

router = Router(prefix="/metadata/admin-box", tags=["Account"])


@router.get("")
async def get_login_box(db: Transaction, caller: CanRead) -> BoxOut:
    """What the account has configured for its sign-in pages; an empty object if nothing."""
    return BoxOut(configuration=await service.read_login_box(db, caller))


@router.post("")
async def change_login_box(
    db: Transaction, caller: CanWrite, client: CurrentClient, data: BoxChange
) -> Response:
    """Set colors, fonts and texts of the account's sign-in pages, each by its path; paths that are not
    named stay unchanged. Pages get them with `GET /metadata?entityName=adminBox` when they send
    `frontegg-login-alias` or `frontegg-scoped-tenant`.

    400 `login_box.refused` for a path outside `theme`, `themeV2` and `localizations`, a value that would
    load something, or an invalid palette color (valid are `#rrggbb`, or a function such as `rgb()`); 400
    `login_box.too_large`.
    """
    await service.change_login_box(db, caller, client, data)
    return Response(status_code=200)
