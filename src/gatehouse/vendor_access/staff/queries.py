from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.vendor_access.staff.models import StaffMember

ALL = Query(
    StaffMember,
    """
    select st.user_id, u.email, u.name, st.role, st.created_at
    from staff st join users u on u.id = st.user_id order by st.created_at, st.user_id
    """,
)
ONE = Query(
    StaffMember,
    """
    select st.user_id, u.email, u.name, st.role, st.created_at
    from staff st join users u on u.id = st.user_id where st.user_id = $1
    """,
)
# Only a user who verified the address themselves: an account that the vendor marked as verified may belong to
# another person, and the permission to mark it does not include adding staff.
PERSON = Query(
    UUID,
    """
    select id from users
    where email = $1 and verified and (vouched_at is null or proved_at > vouched_at)
    """,
)
# Serializes changes to the staff: at least one owner must remain.
LOCK = Command("lock table staff in share row exclusive mode")
OWNERS = Query(int, "select count(*) from staff where role = 'owner'")
ADD = Command(
    "insert into staff (user_id, role, created_at) values ($1, $2, $3) on conflict do nothing"
)
CHANGE = Command("update staff set role = $2 where user_id = $1")
REMOVE = Command("delete from staff where user_id = $1")
# Every page load requests a token: only the first one of a session is announced.
ENTER = Command(
    """
    update staff set entered_session_id = $2
    where user_id = $1 and entered_session_id is distinct from $2
    """
)
