"""Whose account an identity elsewhere opens: the one decision, and nobody takes anybody over (ADR 18).

What decides is the pair of issuer and subject. An address only ever helps to find the account the first
time, when its owner is sure on both sides.
"""

from dataclasses import dataclass
from enum import StrEnum


class LinkDecision(StrEnum):
    ENTER = "enter"  # the account that the identity was linked to
    LINK = "link"  # the account with the same proved address, from now on
    CLAIM = (
        "claim"  # the account with the same address that nobody proved: what was left in it goes
    )
    MAKE = "make"  # a new account
    PROVIDER_OFF = "provider_off"
    NOT_VERIFIED = (
        "not_verified"  # there is no address, or the provider does not say that it is theirs
    )
    NOT_TRUSTED = "not_trusted"  # the account is there, and this provider's word does not open it
    REASSIGNED = "reassigned"  # another account of the provider opens it: the address changed hands
    CLOSED = "closed"  # nobody has the address, and there are no new accounts

    @property
    def is_refusal(self) -> bool:
        return self in REFUSALS


REFUSALS = frozenset(
    {
        LinkDecision.PROVIDER_OFF,
        LinkDecision.NOT_VERIFIED,
        LinkDecision.NOT_TRUSTED,
        LinkDecision.REASSIGNED,
        LinkDecision.CLOSED,
    }
)


@dataclass(frozen=True, slots=True)
class LinkFacts:
    """All that is looked at. `is_on`: the provider, at this moment. `is_linked`: the identity opens an
    account already. `address_verified`: there is an address, and the provider says it is theirs.

    `is_trusted`: the provider may speak for this address, so that its word opens an account that has it. Of
    a social provider the vendor says so; of a tenant's connection, that the tenant has proved the domain.
    `held`: somebody has the address here; `holder_verified`: they have proved it; `holder_linked_elsewhere`:
    another account of the same provider opens theirs. `may_make`: new accounts are let in.
    """

    is_on: bool
    is_linked: bool
    address_verified: bool = False
    is_trusted: bool = False
    held: bool = False
    holder_verified: bool = False
    holder_linked_elsewhere: bool = False
    may_make: bool = False


def decide_link(facts: LinkFacts) -> LinkDecision:
    """In this order; the first that holds."""
    if not facts.is_on:
        return LinkDecision.PROVIDER_OFF
    if facts.is_linked:
        return LinkDecision.ENTER
    if not facts.address_verified:
        return LinkDecision.NOT_VERIFIED
    if facts.held:
        return _of_holder(facts)
    return LinkDecision.MAKE if facts.may_make else LinkDecision.CLOSED


def _of_holder(facts: LinkFacts) -> LinkDecision:
    if facts.holder_linked_elsewhere:
        return LinkDecision.REASSIGNED
    if not facts.is_trusted:
        return LinkDecision.NOT_TRUSTED
    return LinkDecision.LINK if facts.holder_verified else LinkDecision.CLAIM
