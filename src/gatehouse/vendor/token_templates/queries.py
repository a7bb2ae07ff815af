from gatehouse.kit.db import Query
from gatehouse.vendor.token_templates.models import JwtTargeting, JwtTemplate

TEMPLATES = Query(JwtTemplate, "select * from jwt_templates order by key")
ADD = Query(
    JwtTemplate,
    """
    insert into jwt_templates (id, key, name, description, expiration, claims, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing returning *
    """,
)
CHANGE = Query(
    JwtTemplate,
    """
    update jwt_templates set key = $2, name = $3, description = $4, expiration = $5, claims = $6,
      updated_at = $7
    where id = $1 returning *
    """,
)
DELETE = Query(str, "delete from jwt_templates where id = $1 returning key")

TARGETING = Query(JwtTargeting, "select * from jwt_targeting")
ADD_TARGETING = Query(
    JwtTargeting,
    """
    insert into jwt_targeting (id, rules, created_at, updated_at) values ($1, $2, $3, $3)
    on conflict do nothing returning *
    """,
)
CHANGE_TARGETING = Query(
    JwtTargeting, "update jwt_targeting set rules = $2, updated_at = $3 where id = $1 returning *"
)
DELETE_TARGETING = Query(int, "delete from jwt_targeting where id = $1 returning 1 as one")
