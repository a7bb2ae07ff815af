"""Statements on SAML responses. The code identifies the tenant."""

from datetime import datetime

from gatehouse.identity.sso.answers.models import UsedSamlResponse
from gatehouse.kit.db import Command, Query

# Returns no row if the assertion was used before. Of two concurrent inserts only one succeeds.
KEEP = Query(
    bool,
    """
    insert into saml_answers
      (tenant_id, connection_id, assertion_hash, code_hash, answer, waits_until, expires_at,
       subject)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (tenant_id, connection_id, assertion_hash) do nothing
    returning true as kept
    """,
)
# $3: whether the caller is in the browser that was sent with the request.
TAKE = Query(
    UsedSamlResponse,
    """
    with found as (
      select tenant_id, connection_id, assertion_hash, answer, subject from saml_answers
      where code_hash = $1 and answer is not null and waits_until > $2
        and ($3 or not (answer ->> 'was_asked')::boolean)
      for update
    )
    update saml_answers a set answer = null, subject = null from found f
    where a.tenant_id = f.tenant_id and a.connection_id = f.connection_id
      and a.assertion_hash = f.assertion_hash
    returning f.connection_id, f.answer, f.subject
    """,
)
FORGET = Command(
    "delete from saml_answers where code_hash in ("
    "select code_hash from saml_answers where expires_at < $1 order by expires_at limit $2)"
)
OLDEST_TO_FORGET = Query(datetime, "select min(expires_at) as expired_at from saml_answers")
