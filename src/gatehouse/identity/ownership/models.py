from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SignUpRequest:
    """What was said at a sign-up whose address is not verified yet. `opened_company`: the sign-up opened the
    tenant. `is_entered`: a session may have acted there already. `is_changed`: another user is a member, or a
    change was made there."""

    tenant_id: UUID
    name: str
    company_name: str
    phone_number: str | None
    metadata: dict[str, Any]
    opened_company: bool
    is_entered: bool
    is_changed: bool


@dataclass(frozen=True, slots=True)
class AddressProof:
    """How the address is proved. `tenant_id` is where the mailed link or code leads; `signed_up_here` are the
    companies of the sign-ups of the browser that proves it, or the company that does; `knows_password`: the
    user gave the account's password with it. `by_mail`: it cannot have gone to anybody else, as a link that
    the vendor was given can."""

    tenant_id: UUID | None = None
    signed_up_here: Collection[UUID] = ()
    knows_password: bool = False
    by_mail: bool = True
