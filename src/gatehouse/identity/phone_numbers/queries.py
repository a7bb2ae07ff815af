"""Statements on phone numbers. Each names the user; whether another user has a number is known from the
unique index only."""

from datetime import datetime
from uuid import UUID

from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.identity.phone_numbers.schemas import PhoneNumberOut
from gatehouse.kit.db import Command, Query

_COLUMNS = "id, user_id, phone_number, verified_at is not null as verified, created_at, updated_at"

# A user has only a few, so there is no paging.
ALL = Query(
    PhoneNumberOut,
    f"select {_COLUMNS} from phone_numbers where user_id = $1 order by created_at, id limit 50",
)

ONE = Query(PhoneNumberOut, f"select {_COLUMNS} from phone_numbers where id = $1 and user_id = $2")

COUNT_OTHERS = Query(
    int, "select count(*) from phone_numbers where user_id = $1 and phone_number <> $2"
)

# Waits for concurrent changes of the user's numbers.
LOCK_PERSON = Command("select id from users where id = $1 for no key update")

ADD = Command(
    """
    insert into phone_numbers (id, user_id, phone_number, created_at, updated_at)
    values ($1, $2, $3, $4, $4) on conflict (user_id, phone_number) do nothing
    """
)

# A number that replaces the others if the user signs in with it until $5.
ADD_REPLACING = Command(
    """
    insert into phone_numbers (id, user_id, phone_number, replaces_until, created_at, updated_at)
    values ($1, $2, $3, $5, $4, $4)
    on conflict (user_id, phone_number) do update set replaces_until = $5, updated_at = $4
    """
)
# Only one new number at a time can replace the others.
DROP_REPLACING = Command(
    """
    with kept as (
      update phone_numbers set replaces_until = null where user_id = $1 and verified_at is not null
        and replaces_until is not null
    )
    delete from phone_numbers where user_id = $1 and verified_at is null and replaces_until is not null
    """
)

# Does not reveal the owner. The unique index settles races.
OTHERS_HAVE = Query(bool, "select gatehouse_number_is_anothers($1, $2) as found")

VERIFY = Command(
    """
    insert into phone_numbers (id, user_id, phone_number, verified_at, created_at, updated_at)
    values ($1, $2, $3, $4, $4, $4)
    on conflict (user_id, phone_number) do update
      set verified_at = coalesce(phone_numbers.verified_at, $4), replaces_until = null, updated_at = $4
    """
)

DELETE = Command("delete from phone_numbers where user_id = $1 and phone_number = $2")
DELETE_OTHERS = Command("delete from phone_numbers where user_id = $1 and phone_number <> $2")

# A number with which the user may sign in now: verified, or about to replace the verified ones.
USABLE = Query(
    datetime,
    """
    select coalesce(verified_at, replaces_until) as since from phone_numbers
    where user_id = $1 and phone_number = $2 and (verified_at is not null or replaces_until > $3)
    """,
)
IS_REPLACING = Query(
    UUID,
    "select id from phone_numbers where user_id = $1 and phone_number = $2 and replaces_until > $3",
)

# For an account merge: of a number in both accounts, the verified row stays.
DELETE_SAME_NUMBERS = Command(
    """
    delete from phone_numbers b where b.user_id = $2 and b.verified_at is null and exists (
      select from phone_numbers a
      where a.user_id = $1 and a.phone_number = b.phone_number and a.verified_at is not null)
    """
)

MOVE_VERIFIED_NUMBERS = Command(
    """
    update phone_numbers set user_id = $2, replaces_until = null
    where user_id = $1 and verified_at is not null
    """
)

PHONE_NUMBER_ROWS = UserRows("phone_numbers")
