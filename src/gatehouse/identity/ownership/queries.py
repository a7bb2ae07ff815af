from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gatehouse.identity.email_addresses.queries import EMAIL_ROWS
from gatehouse.identity.external.queries import IDENTITY_ROWS
from gatehouse.identity.factors import queries
from gatehouse.identity.oauth.consents.queries import CONSENT_ROWS
from gatehouse.identity.ownership.user_rows import (
    UserRows,
    compose_row_deletes,
    compose_row_deletes_before_proof,
)
from gatehouse.identity.passwordless.queries import MAGIC_LINK_ROWS
from gatehouse.identity.passwords.queries import PASSWORD_ROWS
from gatehouse.identity.phone_numbers.queries import PHONE_NUMBER_ROWS
from gatehouse.identity.profile.queries import PICTURE_ROWS
from gatehouse.identity.sign_in.queries import PENDING_SIGN_IN_ROWS
from gatehouse.identity.usernames.queries import USERNAME_ROWS
from gatehouse.identity.webauthn.queries import WEBAUTHN_ROWS
from gatehouse.kit.db import Command, Query


@dataclass(frozen=True, slots=True)
class SignUpRequest:
    """The details of a sign-up whose address is not verified yet. `opened_company`: the sign-up opened
    the tenant. `is_entered`: a session may have acted there already. `is_changed`: another user is a
    member, or a change was made there."""

    tenant_id: UUID
    name: str
    company_name: str
    phone_number: str | None
    metadata: dict[str, Any]
    opened_company: bool
    is_entered: bool
    is_changed: bool


# Credentials besides the address, which are no more trustworthy than the unverified address.
_CREDENTIALS: Sequence[UserRows] = [
    PASSWORD_ROWS,
    EMAIL_ROWS,
    PHONE_NUMBER_ROWS,
    queries.AUTHENTICATOR_ROWS,
    queries.MFA_PHONE_ROWS,
    WEBAUTHN_ROWS,
    queries.RECOVERY_CODE_ROWS,
    IDENTITY_ROWS,
    PENDING_SIGN_IN_ROWS,
    queries.REMEMBERED_DEVICE_ROWS,
]
_OTHER_ROWS: Sequence[UserRows] = [
    USERNAME_ROWS,
    queries.MFA_EMAIL_ROWS,
    MAGIC_LINK_ROWS,
    PICTURE_ROWS,
    CONSENT_ROWS,
]

# All credentials of account $1 besides its address and its API tokens.
FORGET_STRANGER = Command(compose_row_deletes([*_CREDENTIALS, *_OTHER_ROWS]))
# Rows that may come from the vendor, or from a user who was signed in before the address was verified.
# Sessions from before ended then.
# before that ended then.
FORGET_BEFORE_PROOF = Command(compose_row_deletes_before_proof(_CREDENTIALS))

# The newest first. Changes in a tenant are known from its audit: an entry that is not in $2 counts as one.
REQUESTS = Query(
    SignUpRequest,
    """
    select s.tenant_id, s.name, s.company_name, s.phone_number, s.metadata, s.opened_company,
      m.activated as is_entered,
      exists (select from memberships o where o.tenant_id = s.tenant_id and o.user_id <> $1)
      or m.activated and (
        s.created_at < $3
        or exists (
          select from audits a
          where a.tenant_id = s.tenant_id and a.actor_user_id is not null and a.action <> all ($2::text[]))
      ) as is_changed
    from sign_up_requests s
    join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
    join tenants t on t.id = s.tenant_id and t.deleted_at is null
    where s.user_id = $1
    order by s.created_at desc, s.tenant_id
    """,
)

# Where sessions of account $1 may act; $2: also of one whose address is verified.
TENANTS_OF = Query(
    UUID,
    """
    select m.tenant_id from memberships m join users u on u.id = m.user_id
    where m.user_id = $1 and ($2 or not u.verified)
    """,
)

LOCK_TENANTS = Command(
    "select id from tenants where id = any ($1::uuid[]) order by id for no key update"
)

HAS_MEMBERS = Query(bool, "select exists (select from memberships where tenant_id = $1)")
