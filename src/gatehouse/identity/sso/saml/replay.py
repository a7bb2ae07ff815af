"""Replay protection: an assertion is used for one sign-in only."""

from datetime import datetime
from typing import Protocol

from gatehouse.identity.sso.saml.models import SamlIdentity
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace


class UsedAssertions(Protocol):
    async def first_use(self, issuer: str, assertion_id: str, until: datetime) -> bool:
        """Record the id until the given time; returns False if it is already recorded. Of two concurrent
        calls only one returns True."""
        ...


async def use_once(identity: SamlIdentity, used: UsedAssertions, trace: CheckTrace) -> None:
    """Raises `SamlRefused` when the assertion was used before."""
    if await used.first_use(identity.issuer, identity.assertion_id, identity.usable_until):
        trace.passed(CheckName.REPLAY, "The assertion is used for the first time")
        return
    raise trace.refusal(
        CheckName.REPLAY,
        "The assertion was used before",
        came=identity.assertion_id,
        mend="Start the sign-in anew. Going back in the browser or reloading sends the old answer.",
    )
