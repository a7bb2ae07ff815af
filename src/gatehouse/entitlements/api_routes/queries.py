from typing import LiteralString

from gatehouse.entitlements.api_routes.schemas import RouteModeOut
from gatehouse.entitlements.models import ApiRoute
from gatehouse.kit.db import Command, Query

_COLUMNS: LiteralString = "id, method, path, priority, description, policy_type, rules"
# In the order in which they count.
ROUTES = Query(
    ApiRoute,
    f"select {_COLUMNS} from api_routes order by priority desc, created_at, id",
)
ROUTE = Query(ApiRoute, f"select {_COLUMNS} from api_routes where id = $1")
COUNT = Query(int, "select count(*) from api_routes")
ADD = Query(
    ApiRoute,
    f"""
    insert into api_routes ({_COLUMNS}, created_at) values ($1, $2, $3, $4, $5, $6, '[]', $7)
    on conflict do nothing returning {_COLUMNS}
    """,
)
CHANGE = Query(
    ApiRoute,
    f"""
    update api_routes set method = $2, path = $3, priority = $4, description = $5, policy_type = $6
    where id = $1 returning {_COLUMNS}
    """,
)
SET_RULES = Query(ApiRoute, f"update api_routes set rules = $2 where id = $1 returning {_COLUMNS}")
DELETE = Query(ApiRoute, f"delete from api_routes where id = $1 returning {_COLUMNS}")

# $1: the id of the vendor.
CONFIGURED = Query(
    RouteModeOut,
    "select id, $1::uuid as vendor_id, access_control_mode from api_route_configuration",
)
CONFIGURE = Query(
    RouteModeOut,
    """
    insert into api_route_configuration (id, access_control_mode, updated_at) values ($2, $3, $4)
    on conflict ((true)) do update set access_control_mode = $3, updated_at = $4
    returning id, $1::uuid as vendor_id, access_control_mode
    """,
)
# Import routes; existing ones stay unchanged. Returns how many are new.
IMPORT = Command(
    """
    insert into api_routes (id, method, path, priority, description, policy_type, rules, created_at)
    select gen_random_uuid(), method, path, priority, description, 'allow', '[]', $5
    from unnest($1::text[], $2::text[], $3::int[], $4::text[]) as t (method, path, priority, description)
    on conflict do nothing
    """
)
