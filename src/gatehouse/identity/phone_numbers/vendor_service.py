from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.directory.users import service as users
from gatehouse.identity.phone_numbers import queries
from gatehouse.identity.phone_numbers import service as phone_numbers
from gatehouse.identity.phone_numbers.errors import PhoneNumberNotFound
from gatehouse.identity.text_messages.number import normalize_number
from gatehouse.identity.users.change import announce_user_change
from gatehouse.kit.db import Db


async def add_verified_phone_number(
    db: Db, caller: VendorPrincipal, client: Client, user_id: UUID, text: str
) -> None:
    """Add a number as verified. Raises `InvalidPhoneNumber`, `UserNotFound`, `PhoneNumberTaken` or
    `TooManyPhoneNumbers`."""
    number = normalize_number(text)
    user = await users.get_user(db, user_id)
    await phone_numbers.leave_room(db, user_id, number)
    await phone_numbers.mark_number_verified(db, user_id, number)
    await users.mark_verified_by_vendor(db, user_id)
    await announce_user_change(db, caller, client, user, "got a phone number")


async def delete_verified_phone_number(
    db: Db, caller: VendorPrincipal, client: Client, user_id: UUID, phone_id: UUID
) -> None:
    """Delete a number. Raises `UserNotFound` or `PhoneNumberNotFound`."""
    user = await users.get_user(db, user_id)
    found = await queries.ONE.first(db, phone_id, user_id)
    if found is None:
        raise PhoneNumberNotFound("The phone number was not found")
    await queries.DELETE.run(db, user_id, found.phone_number)
    await announce_user_change(db, caller, client, user, "lost a phone number")
