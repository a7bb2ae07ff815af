from uuid import UUID

from gatehouse.identity.one_time_codes.models import FormerCodes, OneTimeCode, OneTimeCodeRequest
from gatehouse.kit.db import Command, Query

ADD = Command(
    """
    insert into one_time_codes (token_hash, purpose, user_id, recipient, code_hash, created_at,
      expires_at, entering, entering_since, former_tokens, former_hashes)
    values ($1, $2, $3, $4, $5, $6, $7, $8, case when $8::uuid is not null then $6::timestamptz end,
      $9, $10)
    """
)

# The new code alone can be used, so the former one is deleted. From now on its token is stored in plain
# text beside its hash, because it is no longer valid. At most $4 former codes are kept.
REPLACE = Query(
    FormerCodes,
    """
    delete from one_time_codes where token_hash = $1 and purpose = $2
    returning (array[$3::text] || former_tokens)[:$4] as tokens,
      (array[code_hash] || former_hashes)[:$4] as hashes
    """,
)

# Whether the typed code is one that this one replaced; $6 is what is hashed after the token.
_IS_FORMER = """(c.code_hash <> $4 and exists (
      select from unnest(c.former_tokens, c.former_hashes) as former (token, code_hash)
      where former.code_hash = sha256(convert_to(former.token || $6::text, 'UTF8'))))"""

# Counts a try ($3 are allowed), one after the other, and uses the code up when its hash $4 is right. Any
# wrong code costs a try, so that former codes cannot be guessed; the refusal of a former code takes it back.
TRY = Query(
    OneTimeCode,
    f"""
    update one_time_codes c set tries = c.tries + 1,
      used_at = case when c.code_hash = $4 and c.expires_at > $5 then $5::timestamptz end
    where c.token_hash = $1 and c.purpose = $2 and c.used_at is null and c.tries < $3
    returning c.user_id, c.recipient, c.code_hash, c.expires_at, c.expires_at > $5 as is_open,
      {_IS_FORMER} as is_former
    """,
)

# Whether the code is right, without using it up; a wrong one is counted.
CHECK = Query(
    OneTimeCode,
    f"""
    update one_time_codes c set tries = c.tries + case when c.code_hash = $4 then 0 else 1 end
    where c.token_hash = $1 and c.purpose = $2 and c.used_at is null and c.tries < $3
    returning c.user_id, c.recipient, c.code_hash, c.expires_at, c.expires_at > $5 as is_open,
      {_IS_FORMER} as is_former
    """,
)

ASKED = Query(
    OneTimeCodeRequest,
    """
    select purpose, user_id, recipient, entering, entering_since as since,
      used_at is null and tries < $2 and expires_at > $3 as is_open
    from one_time_codes where token_hash = $1
    """,
)

# Binds the code to a user after it was issued; only while it can still be used.
GIVE = Query(
    bool,
    """
    update one_time_codes set user_id = $2, recipient = $3, entering = $5,
      entering_since = case when $5::uuid is not null then $4::timestamptz end
    where token_hash = $1 and used_at is null and expires_at > $4
    returning true as given
    """,
)

OWNER = Query(UUID, "select user_id from one_time_codes where token_hash = $1")


DELETE_CODES_OF_RECIPIENT = Command(
    "delete from one_time_codes where user_id = $1 and recipient = $2"
)
