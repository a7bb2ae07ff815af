from gatehouse.kit.db import Command

ADD_AUDIT = Command(
    "insert into audits (id, tenant_id, created_at, action, severity, description,"
    " actor_user_id, actor_email, ip, user_agent, data)"
    " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
)
