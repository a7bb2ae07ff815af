from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PasswordOwner:
    """Whose password is to be set. `companies` are the names of the person's tenants.

    `history_size` is the largest that a tenant of the person asks for; 0: none asks.
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
    """The hash of a password that was found good enough, and how many the history then keeps. `was_stored`: a
    first password is the one that the account had before."""

    hash: str
    history_size: int = 0
    was_stored: bool = False


@dataclass(frozen=True, slots=True)
class ReachableUser:
    """Somebody who has proved a number and has no second factor."""

    id: UUID
    email: str
    phone_number: str
    tenant_id: UUID | None


@dataclass(frozen=True, slots=True)
class ResetCandidate:
    """Somebody who may have forgotten a password. The tenant is any in which the person belongs."""

    id: UUID
    email: str
    name: str
    verified: bool
    tenant_id: UUID | None
