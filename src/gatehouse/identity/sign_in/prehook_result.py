"""Results of the vendor's prehooks, which are called before a session begins, once the rules admit the
user."""

from dataclasses import dataclass, field, replace
from typing import Final
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.tokens import Claims
from gatehouse.identity.sessions.prehook_result import EVENT as TOKEN
from gatehouse.identity.sessions.prehook_result import claims_asked_for
from gatehouse.identity.sign_in import queries
from gatehouse.identity.sign_in.models import SignInCandidate, SignInContext
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import Resources
from gatehouse.prehooks.client import (
    call_prehook,
    is_asked,
    refusal_of,
    refused_answer,
    waits_for_nobody,
)
from gatehouse.prehooks.errors import PrehookBlocked, PrehookUnanswered
from gatehouse.prehooks.queries import PrehookQuestion, PrehookResponse
from gatehouse.vendor.current import configuration_of

SIGN_IN: Final = "SIGN_IN"
# Passes: the sign-in prehook, the token prehook, and both again for a tenant that the prehook chose or that
# changed meanwhile.
MOST_PASSES = 5


@dataclass(frozen=True, slots=True)
class NotEvaluated:
    """The sign-in needs a prehook call first; nothing was written. `amr` is that of the session to begin."""

    entrant: SignInCandidate
    amr: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ApprovedPrehooks:
    """Prehook results so far. `tenants`: the tenants that the sign-in prehook has approved; `token_of`: the
    tenant of the token `claims`. `tenant_id` is the tenant that the prehook chose; `challenges`: it requires
    MFA; `locked`: the refusal when it locked the user's account. `email` is the user's when it was called."""

    tenants: tuple[UUID, ...] = ()
    tenant_id: UUID | None = None
    challenges: bool = False
    locked: PrehookBlocked | None = None
    token_of: UUID | None = None
    claims: Claims = field(default_factory=dict)
    email: str | None = None

    def door(self, door: SignInContext) -> SignInContext:
        return replace(door, tenant_id=self.tenant_id, alias=None) if self.tenant_id else door

    def lacks(self, resources: Resources, entrant: SignInCandidate) -> bool:
        """Whether a prehook must still be called before the user may enter this tenant."""
        return self._lacks_sign_in(resources, entrant) or (
            is_asked(resources, TOKEN) and self.token_of != entrant.tenant_id
        )

    def _lacks_sign_in(self, resources: Resources, entrant: SignInCandidate) -> bool:
        return is_asked(resources, SIGN_IN) and entrant.tenant_id not in self.tenants

    async def asked(
        self, resources: Resources, found: NotEvaluated, client: Client
    ) -> "ApprovedPrehooks":
        """Call the next prehook and add its result. Must not be called while a connection is held. Raises
        `PrehookBlocked` when it refuses, and `PrehookUnanswered` when it does not answer."""
        if self._lacks_sign_in(resources, found.entrant):
            return await self._entering(resources, found, client)
        entrant = found.entrant
        application = configuration_of(resources).for_people(client.application)
        claims = await claims_asked_for(
            resources, entrant, application, list(found.amr), client, auth_time=clock.now()
        )
        return replace(self, token_of=entrant.tenant_id, claims=claims, email=entrant.email)

    async def _entering(
        self, resources: Resources, found: NotEvaluated, client: Client
    ) -> "ApprovedPrehooks":
        entrant = found.entrant
        user = {
            "id": entrant.user_id,
            "email": entrant.email,
            "verified": entrant.verified,
            "name": entrant.name,
            "metadata": entrant.metadata,
        }
        data = {"user": user, "tenant": {"id": entrant.tenant_id}, "amr": list(found.amr)}
        question = PrehookQuestion(SIGN_IN, data, client, entrant.tenant_id, entrant.user_id)
        try:
            said, named = await _ask_prehook(resources, question, entrant)
        except PrehookUnanswered:
            if not await waits_for_nobody(resources, entrant.user_id):
                raise
            said, named = PrehookResponse(), None
        answered = {entrant.tenant_id, *([named] if named else [])}
        return replace(
            self,
            tenants=(*self.tenants, *answered),
            tenant_id=named or self.tenant_id,
            challenges=self.challenges or said.verdict == "challenge",
            locked=refusal_of(said) if said.verdict == "lock" else None,
            email=entrant.email,
        )


async def _ask_prehook(
    resources: Resources, question: PrehookQuestion, entrant: SignInCandidate
) -> tuple[PrehookResponse, UUID | None]:
    """Call the sign-in prehook. Returns its response, and the tenant that it chose if the user may enter
    it."""
    said = await call_prehook(resources, question)
    named = said.response.get("tenant", {}).get("id") or said.response.get("tenant_id")
    # A user who joins by an invite link is not a member of that tenant yet.
    if named in (None, entrant.tenant_id) or await _is_theirs(
        resources, entrant, named, question.client
    ):
        return said, named
    refused_answer(resources, SIGN_IN, "response.tenant.id: they have no access to this account")
    return said, None


async def _is_theirs(
    resources: Resources, entrant: SignInCandidate, tenant_id: UUID, client: Client
) -> bool:
    """Whether the user may enter the tenant and use the requesting application there."""
    guarded = configuration_of(resources).for_people(client.application).guarded
    async with resources[Database].transaction(Scope.system()) as db:
        return await queries.MAY_ENTER.one(db, tenant_id, entrant.user_id, clock.now(), guarded)
