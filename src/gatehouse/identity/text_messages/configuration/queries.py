from uuid import UUID

from gatehouse.kit.db import Query
from gatehouse.providers.sms import OwnGateway

PUT = Query(
    OwnGateway,
    """
    insert into sms_configurations (id, provider, account_id, sealed_token, sender, created_at, updated_at)
    values ($1, 'twilio', $2, $3, $4, $5, $5)
    on conflict ((true)) do update set id = $1, account_id = $2, sealed_token = $3, sender = $4,
      updated_at = $5
    returning *
    """,
)

DELETE = Query(UUID, "delete from sms_configurations returning id")
