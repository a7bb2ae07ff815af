from typing import LiteralString

from gatehouse.identity.external import models
from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn

BROWSER = SealedColumn("external_sign_ins", "sealed_browser", key="state_hash")

# The link of a subject; $5: also one that differs in case only, if there is no exact match. The byte length
# is compared as well, because lower case maps letters such as the Kelvin sign to other letters, of fewer
# bytes.
OF_SUBJECT: LiteralString = """
  select id, user_id from external_identities
  where kind = $1 and provider = $2 and issuer = $3 and subject_key = lower($4)
    and (subject = $4 or $5 and octet_length(subject) = octet_length($4))
  order by subject = $4 desc limit 1
"""

# Locked, so that the link is not added or removed concurrently.
LINKED = Query(
    models.LinkedAccount,
    f"""
    select i.id, i.user_id, u.email, u.verified
    from external_identities i join users u on u.id = i.user_id
    where i.id = (select id from ({OF_SUBJECT}) found)
    for no key update of i
    """,
)

# Locked, so that sign-ins of two identities with one address run one after the other.
HOLDER = Query(
    models.EmailHolder,
    """
    select u.id as user_id, u.email, u.verified, exists (
        select from external_identities i
        where i.user_id = u.id and i.kind = $2 and i.provider = $3 and i.issuer = $4
      ) as linked_elsewhere
    from users u where u.email = $1
    for no key update of u
    """,
)

ADD = Command(
    """
    insert into external_identities
      (id, kind, provider, issuer, subject, user_id, email, created_at, last_used_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    """
)
# Links the identity of link $1 to another account.
MOVE_LINK = Command("update external_identities set user_id = $2 where id = $1")
NOTE_USE = Command("update external_identities set last_used_at = $2, email = $3 where id = $1")
# Unlinks every account from a provider.
DELETE_LINKS = Command("delete from external_identities where kind = $1 and provider = $2")

BEGIN = Command(
    """
    insert into external_sign_ins (state_hash, browser_hash, kind, provider, redirect_uri, page,
      page_state, created_at, expires_at, code_challenge, application_id, sealed_browser)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    """
)

# Only once: a second response to a request is rejected, and so is a code that was received before.
ARRIVE = Query(
    models.ReturnedSignIn,
    """
    update external_sign_ins set code_hash = $4
    where state_hash = $1 and kind = $2 and provider = $3 and code_hash is null and expires_at > $5
      and not exists (select from external_sign_ins o where o.code_hash = $4)
    returning page, page_state
    """,
)
TURN_BACK = Query(
    models.ReturnedSignIn,
    """
    delete from external_sign_ins
    where state_hash = $1 and kind = $2 and provider = $3 and code_hash is null and expires_at > $4
    returning page, page_state
    """,
)

# The provider of a pending sign-in that has not returned.
PROVIDER = Query(
    str,
    """
    select provider from external_sign_ins
    where state_hash = $1 and kind = $2 and code_hash is null and expires_at > $3
    """,
)

# The page after a sign-in at a provider, and the page for failures; $3: only for this browser.
WAY_BACK = Query(
    models.ReturnedSignIn,
    """
    select page, page_state from external_sign_ins
    where state_hash = $1 and kind = $2 and ($3::bytea is null or browser_hash = $3) and page <> ''
    """,
)

# Whether a provider's code came through the callback, and is unused.
IS_KNOWN = Query(
    bool,
    "select exists (select from external_sign_ins where code_hash = $1) as is_known",
)


def _consume_where(condition: LiteralString) -> Query[models.UnderWay]:
    """Consume the sign-in for which the condition holds, once."""
    return Query(
        models.UnderWay,
        f"""
        delete from external_sign_ins where {condition}
        returning state_hash, provider, redirect_uri, sealed_browser
        """,
    )


# Only by the browser in which it began.
USE_BY_STATE = _consume_where(
    "state_hash = $1 and browser_hash = $2 and kind = $3 and expires_at > $4"
)
USE_BY_CODE = _consume_where(
    "code_hash = $1 and browser_hash = $2 and kind = $3 and expires_at > $4"
)

# Only by the app that began it; a mismatch of any value changes nothing.
USE_BY_APP = _consume_where(
    """
    code_hash = $1 and kind = $2 and provider = $3 and code_challenge = $4 and application_id = $5
      and page = $6 and page_state = $7 and expires_at > $8
    """
)

DELETE_IDENTITY = Query(
    str,
    "delete from external_identities where user_id = $1 and id = $2 returning provider",
)

OF_CONNECTION: LiteralString = """
  i.kind in ('oidc', 'saml')
  and i.provider = (select c.id::text from sso_connections c where c.tenant_id = $1 and c.id = $2)
"""

OF_TENANT: LiteralString = """
  i.kind in ('oidc', 'saml')
  and i.provider in (select c.id::text from sso_connections c where c.tenant_id = $1)
"""

_RELEASED: LiteralString = "returning i.provider::uuid as connection_id, i.user_id, i.email"

RELEASE_LINK = Query(
    models.ReleasedLink,
    f"""
    delete from external_identities i where {OF_CONNECTION} and i.id = $3 {_RELEASED}
    """,
)

RELEASE_LINKS_OF_MEMBER = Query(
    models.ReleasedLink,
    f"""
    delete from external_identities i where i.user_id = $2 and {OF_TENANT} {_RELEASED}
    """,
)

RELEASE_ALL_LINKS = Query(
    int,
    f"""
    with released as (delete from external_identities i where {OF_CONNECTION} returning i.id)
    select count(*)::int as n from released
    """,
)

MOVE_IDENTITIES = Command("update external_identities set user_id = $2 where user_id = $1")

IDENTITY_ROWS = UserRows("external_identities")
