"""Pages of phone numbers."""

import orjson

from gatehouse.access.principal import Principal
from gatehouse.directory.people.list.service import memberships_of
from gatehouse.directory.people.phone_numbers import queries
from gatehouse.directory.people.phone_numbers.models import PhonesPage
from gatehouse.directory.people.phone_numbers.schemas import PhoneNumbersQuery
from gatehouse.kit.db import Db
from gatehouse.kit.plain_route import Json


async def page_of(db: Db, caller: Principal, query: PhoneNumbersQuery) -> Json:
    """Phone numbers of the tenant's members who have one; of users requested by id also in the tenants
    below that the caller reaches."""
    tenants = [caller.tenant_id]
    if query.ids:
        tenants += {one.tenant_id for one in await memberships_of(db, caller, query.ids)} - {
            caller.tenant_id
        }
    page = await queries.OF_TENANTS.page(
        db, query, query.sort_by, tenants, ids=query.ids or None, numbers=query.numbers
    ) or PhonesPage("[]", 0)
    about = {"totalItems": page.total, "totalPages": -(-page.total // query.limit)}
    return Json(b'{"items":' + page.items.encode() + b',"_metadata":' + orjson.dumps(about) + b"}")
