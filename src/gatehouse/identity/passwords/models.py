from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PasswordOwner:
    """The user whose password is set. `companies` are the names of the user's tenants.

    `history_size` is the largest that a tenant of the user requires; 0: none does.
    """

    email: str
    name: str
    companies: list[str]
    product: str
    current_hash: str | None
    earlier_hashes: list[str]
    history_size: int


@dataclass(frozen=True, slots=True)
class AcceptedPassword:
    """A password that the policy accepted, as a hash, and how many the history then keeps. `was_stored`:
    a first password is the one that the account had before."""

    hash: str
    history_size: int = 0
    was_stored: bool = False


@dataclass(frozen=True, slots=True)
class ReachableUser:
    """A user with a verified phone number and without MFA."""

    id: UUID
    email: str
    phone_number: str
    tenant_id: UUID | None


@dataclass(frozen=True, slots=True)
class ResetCandidate:
    """A user who may have forgotten the password. The tenant is any in which the user is a member."""

    id: UUID
    email: str
    name: str
    verified: bool
    tenant_id: UUID | None
