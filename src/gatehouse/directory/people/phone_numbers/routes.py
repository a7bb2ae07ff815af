"""Phone numbers of users (wire reference §16.5)."""

from typing import Annotated

from fastapi import Query, Response

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.people.phone_numbers import service
from gatehouse.directory.people.phone_numbers.schemas import PhoneNumbersQuery, UserPhones

router = Router(tags=["Users"])


@router.get(
    "/identity/resources/users/phone-numbers/v2",
    permission=Permission.READ_USERS,
    response_model=UserPhones,
)
async def list_phone_numbers_of_users(
    db: Transaction, caller: Caller, query: Annotated[PhoneNumbersQuery, Query()]
) -> Response:
    """Phone numbers of the tenant's users; users without one are left out."""
    return await service.page_of(db, caller, query)
