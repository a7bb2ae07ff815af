from typing import LiteralString
from uuid import UUID

from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.identity.webauthn.models import (
    AcceptedKeys,
    WebauthnChallenge,
    WebauthnCredential,
)
from gatehouse.identity.webauthn.schemas import PasskeyOut
from gatehouse.kit.db import Command, Query

ADD_CHALLENGE = Command(
    """
    insert into webauthn_challenges (token_hash, purpose, user_id, challenge, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6)
    """
)
# Deleted even when the response is wrong: a challenge is valid once.
USE_CHALLENGE = Query(
    WebauthnChallenge,
    """
    delete from webauthn_challenges where token_hash = $1 and purpose = $2
    returning user_id, challenge, expires_at
    """,
)

ADD = Query(
    UUID,
    """
    insert into webauthn_credentials (id, user_id, credential_id, public_key, sign_count, transports,
      device_type, name, is_passkey, is_second_factor, is_backed_up, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (credential_id) do nothing returning id
    """,
)

_CREDENTIAL: LiteralString = """
    select c.id, c.user_id, c.credential_id, c.public_key, c.sign_count, c.transports, c.device_type,
      c.is_passkey, c.is_second_factor, u.email
    from webauthn_credentials c join users u on u.id = c.user_id
"""
# Locked, so that of two responses with one counter value only one passes.
BY_CREDENTIAL = Query(
    WebauthnCredential, f"{_CREDENTIAL} where c.credential_id = $1 for update of c"
)
OF_PERSON = Query(
    WebauthnCredential, f"{_CREDENTIAL} where c.user_id = $1 order by c.created_at limit 100"
)
HAS_USER = Query(bool, "select true as found from users where id = $1")
PASSKEYS = Query(
    PasskeyOut,
    """
    select id, device_type, created_at from webauthn_credentials
    where user_id = $1 and is_passkey order by created_at, id limit 100
    """,
)
ACCEPTED = Query(
    AcceptedKeys,
    """
    select u.email, u.name, array(
      select c.credential_id from webauthn_credentials c where c.user_id = u.id order by c.created_at, c.id
    ) as credential_ids
    from users u where u.id = $1
    """,
)
USED = Command(
    """
    update webauthn_credentials set sign_count = $2, last_used_at = $3, is_backed_up = $4
    where id = $1
    """
)
REMOVE_FACTOR = Query(
    UUID,
    """
    delete from webauthn_credentials where user_id = $1 and id = $2 and is_second_factor returning id
    """,
)
REMOVE_PASSKEY = Query(
    UUID,
    """
    delete from webauthn_credentials where user_id = $1 and id = $2 and is_passkey returning id
    """,
)


DELETE_CREDENTIAL = Command("delete from webauthn_credentials where user_id = $1 and id = $2")

DELETE_SECOND_FACTORS = Command(
    "delete from webauthn_credentials where user_id = $1 and is_second_factor and not is_passkey"
)
CLEAR_SECOND_FACTOR = Command(
    "update webauthn_credentials set is_second_factor = false where user_id = $1"
)

WEBAUTHN_ROWS = UserRows("webauthn_credentials")
