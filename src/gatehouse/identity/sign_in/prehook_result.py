"""Results of the vendor's prehooks, which are called before a session begins, once the rules admit the
user."""

from dataclasses import dataclass, field, replace
from typing import Final
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.tokens import Claims
from gatehouse.identity.sessions.models import SessionFacts
from gatehouse.identity.sessions.tokens import CLAIMS_PREHOOK, fetch_session_claims
from gatehouse.identity.sign_in import queries
from gatehouse.identity.sign_in.models import SignInCandidate, SignInContext
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import Resources
from gatehouse.prehooks.client import (
    build_prehook_refusal,
    call_prehook,
    is_prehook_active,
    may_pass_unanswered,
    treat_answer_as_missing,
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

    candidate: SignInCandidate
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

    def choose_tenant(self, context: SignInContext) -> SignInContext:
        """The context with the tenant that the prehook chose, if any."""
        return replace(context, tenant_id=self.tenant_id, alias=None) if self.tenant_id else context

    def needs_prehook(self, resources: Resources, candidate: SignInCandidate) -> bool:
        """Whether a prehook must still be called before the user may enter this tenant."""
        return self._needs_sign_in_prehook(resources, candidate) or (
            is_prehook_active(resources, CLAIMS_PREHOOK) and self.token_of != candidate.tenant_id
        )

    def _needs_sign_in_prehook(self, resources: Resources, candidate: SignInCandidate) -> bool:
        return is_prehook_active(resources, SIGN_IN) and candidate.tenant_id not in self.tenants

    async def call_next_prehook(
        self, resources: Resources, found: NotEvaluated, client: Client
    ) -> "ApprovedPrehooks":
        """Call the next prehook and add its result. Must not be called while a connection is held. Raises
        `PrehookBlocked` when it refuses, and `PrehookUnanswered` when it does not answer."""
        if self._needs_sign_in_prehook(resources, found.candidate):
            return await self._call_sign_in_prehook(resources, found, client)
        candidate, now = found.candidate, clock.now()
        application = configuration_of(resources).get_first_party_application(client.application)
        facts = SessionFacts.for_new_session(
            candidate, session_id=new_id(), auth_time=now, expires_at=now, amr=found.amr
        )
        claims = await fetch_session_claims(resources, facts, application, client)
        return replace(self, token_of=candidate.tenant_id, claims=claims, email=candidate.email)

    async def _call_sign_in_prehook(
        self, resources: Resources, found: NotEvaluated, client: Client
    ) -> "ApprovedPrehooks":
        candidate = found.candidate
        user = {
            "id": candidate.user_id,
            "email": candidate.email,
            "verified": candidate.verified,
            "name": candidate.name,
            "metadata": candidate.metadata,
        }
        data = {"user": user, "tenant": {"id": candidate.tenant_id}, "amr": list(found.amr)}
        question = PrehookQuestion(SIGN_IN, data, client, candidate.tenant_id, candidate.user_id)
        try:
            said = await call_prehook(resources, question)
            chosen = await _find_chosen_tenant(resources, said, candidate, client)
        except PrehookUnanswered:
            if not await may_pass_unanswered(resources, candidate.user_id):
                raise
            said, chosen = PrehookResponse(), None
        return replace(
            self,
            tenants=(*self.tenants, candidate.tenant_id, *([chosen] if chosen else [])),
            tenant_id=chosen or self.tenant_id,
            challenges=self.challenges or said.verdict == "challenge",
            locked=build_prehook_refusal(said) if said.verdict == "lock" else None,
            email=candidate.email,
        )


async def _find_chosen_tenant(
    resources: Resources, said: PrehookResponse, candidate: SignInCandidate, client: Client
) -> UUID | None:
    """The tenant that the prehook chose, if the user may enter it with the requesting application."""
    tenant = said.response.get("tenant", {})
    chosen: UUID | None = tenant.get("id") or said.response.get("tenant_id")
    # A user who joins by an invite link is not a member of that tenant yet.
    if chosen in (None, candidate.tenant_id):
        return chosen
    guarded = configuration_of(resources).get_first_party_application(client.application).guarded
    async with resources[Database].transaction(Scope.system()) as db:
        if await queries.MAY_ENTER.one(db, chosen, candidate.user_id, clock.now(), guarded):
            return chosen
    treat_answer_as_missing(
        resources, SIGN_IN, "response.tenant.id: they have no access to this account"
    )
    return None
