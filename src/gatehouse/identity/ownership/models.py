from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID


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


@dataclass(frozen=True, slots=True)
class AddressProof:
    """How the address is verified. `tenant_id` is the tenant of the mailed link or code; `signed_up_here`
    are the companies of the sign-ups of the verifying browser, or the verifying company;
    `knows_password`: the user gave the account's password with it. `by_mail`: only the mailbox can have
    received it, unlike a link that the vendor was given."""

    tenant_id: UUID | None = None
    signed_up_here: Collection[UUID] = ()
    knows_password: bool = False
    by_mail: bool = True
