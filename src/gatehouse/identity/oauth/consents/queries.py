"""Statements on consents."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.kit.db import Command, Query


@dataclass(frozen=True, slots=True)
class OAuthConsent:
    """`updated_at`: last consent given. `places`: destinations other than sites that the consent covers."""

    application_id: UUID
    scopes: list[str]
    places: list[str]
    created_at: datetime
    updated_at: datetime


CONSENTS = Query(
    OAuthConsent,
    """
    select application_id, scopes, places, created_at, updated_at from oauth_consents
    where user_id = $1 and ($2::uuid is null or application_id = $2)
    order by created_at desc, application_id limit 1000
    """,
)
# Earlier scopes and places stay allowed.
SAVE = Command(
    """
    insert into oauth_consents (user_id, application_id, scopes, places, created_at, updated_at)
    values ($1, $2, $3, $5, $4, $4)
    on conflict (user_id, application_id) do update set updated_at = $4,
      scopes = array(select distinct unnest(oauth_consents.scopes || excluded.scopes) order by 1),
      places = array(select distinct unnest(oauth_consents.places || excluded.places) order by 1)
    """
)
# Whether the scopes $3 are allowed. The row lock makes a concurrent revocation wait, so that it also ends
# what is granted in this transaction.
ALLOWS = Query(
    bool,
    """
    select scopes @> $3::text[] as allows from oauth_consents
    where user_id = $1 and application_id = $2 for share
    """,
)
DELETE = Query(
    UUID,
    "delete from oauth_consents where user_id = $1 and application_id = $2 returning application_id",
)
# Delete codes that were not exchanged yet, so that they grant nothing after the revocation. They are found by
# the user's sessions.
END_CODES = Command(
    """
    delete from authorization_codes c using sessions s
    where s.user_id = $1 and c.session_id = s.id and c.user_id = $1 and c.application_id = $2
      and c.used_at is null
    """
)

CONSENT_ROWS = UserRows("oauth_consents")
