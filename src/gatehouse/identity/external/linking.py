"""The decision which account an external identity opens, without the takeover of another user's account (ADR
18).

The decision depends on the pair of issuer and subject. An address only helps to find the account the first
time, when it is verified on both sides.
"""

from dataclasses import dataclass
from enum import StrEnum


class LinkDecision(StrEnum):
    ENTER = "enter"  # the account that is linked to the identity
    LINK = "link"  # the account with the same verified address, linked from now on
    CLAIM = (
        "claim"  # the account with the same address, which is unverified: access set up before ends
    )
    MAKE = "make"  # a new account
    PROVIDER_OFF = "provider_off"
    NOT_VERIFIED = (
        "not_verified"  # no address, or the provider does not confirm that it is the user's
    )
    NOT_TRUSTED = "not_trusted"  # the account exists, but this provider is not trusted to open it
    REASSIGNED = "reassigned"  # another account of the provider is linked: the owner changed
    CLOSED = "closed"  # no account has the address, and sign-up is closed

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
    """The inputs of the decision. `is_on`: the provider is enabled. `is_linked`: the identity is already
    linked to an account. `address_verified`: there is an address, and the provider says that it is verified.
    `is_trusted`: the provider is trusted for this address, so that it may open an account that has it. For a
    social provider the vendor decides; for a tenant's connection, the tenant must have verified the domain.
    `held`: an account has the address; `holder_verified`: its address is verified; `holder_linked_elsewhere`:
    it is linked to another account of the same provider. `may_make`: new accounts are allowed."""

    is_on: bool
    is_linked: bool
    address_verified: bool = False
    is_trusted: bool = False
    held: bool = False
    holder_verified: bool = False
    holder_linked_elsewhere: bool = False
    may_make: bool = False


def decide_link(facts: LinkFacts) -> LinkDecision:
    """Decide by the first condition that applies."""
    if not facts.is_on:
        return LinkDecision.PROVIDER_OFF
    if facts.is_linked:
        return LinkDecision.ENTER
    if not facts.address_verified:
        return LinkDecision.NOT_VERIFIED
    if facts.held:
        return _decide_link_to_holder(facts)
    return LinkDecision.MAKE if facts.may_make else LinkDecision.CLOSED


def _decide_link_to_holder(facts: LinkFacts) -> LinkDecision:
    if facts.holder_linked_elsewhere:
        return LinkDecision.REASSIGNED
    if not facts.is_trusted:
        return LinkDecision.NOT_TRUSTED
    return LinkDecision.LINK if facts.holder_verified else LinkDecision.CLAIM
