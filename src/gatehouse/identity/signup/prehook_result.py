"""Ask the vendor's sign-up prehook for approval, before the address is looked up: known and unknown
addresses get one answer at one pace."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.signup import queries
from gatehouse.identity.signup.models import SignupTenant
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import Resources
from gatehouse.prehooks.client import call_prehook, treat_answer_as_missing
from gatehouse.prehooks.queries import PrehookQuestion

EVENT: Final = "SIGN_UP"


@dataclass(frozen=True, slots=True)
class SignupPrehookSubject:
    """The user who signs up, and how: `password`, `code`, `social`, `sso`. `tenant_id` is the existing
    tenant that they join, if any."""

    email: str
    name: str
    method: str
    company_name: str | None = None
    phone_number: str | None = None
    metadata: Mapping[str, Any] | None = None
    tenant_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class SignupApproval:
    """The prehook's approval of a sign-up; None: the value of the request stays."""

    name: str | None = None
    company_name: str | None = None
    place: SignupTenant | None = None
    may_enter_below: bool | None = None


async def ask_signup_prehook(
    resources: Resources, client: Client, who: SignupPrehookSubject
) -> SignupApproval:
    """Ask the prehook. Do not hold a database connection. Raises `PrehookBlocked` or `PrehookUnanswered`."""
    said = await call_prehook(
        resources, PrehookQuestion(EVENT, _build_prehook_facts(who), client, who.tenant_id)
    )
    user, tenant = said.response.get("user", {}), said.response.get("tenant", {})
    place, wrong = await _find_chosen_tenant(resources, who, tenant.get("id"), user.get("role_ids"))
    if wrong:
        treat_answer_as_missing(resources, EVENT, wrong)
        return SignupApproval()
    below = user.get("allow_subaccount_access")
    return SignupApproval(user.get("name"), tenant.get("name"), place, below)


def _build_prehook_facts(who: SignupPrehookSubject) -> dict[str, Any]:
    user = {
        "email": who.email,
        "name": who.name,
        "phoneNumber": who.phone_number,
        "metadata": who.metadata or None,
    }
    tenant = {"id": who.tenant_id, "name": who.company_name}
    return {
        "user": {name: one for name, one in user.items() if one is not None},
        "tenant": {name: one for name, one in tenant.items() if one is not None},
        "method": who.method,
    }


async def _find_chosen_tenant(
    resources: Resources,
    who: SignupPrehookSubject,
    tenant_id: UUID | None,
    role_ids: list[UUID] | None,
) -> tuple[SignupTenant | None, str]:
    """The tenant that the prehook chose, or None and an error text; None without a text for the user's
    own company. A tenant of the vendor's staff is refused: an owner decides about its members."""
    if tenant_id in (None, who.tenant_id):
        return None, "response.user.roleIds: goes with tenant.id" if role_ids else ""
    assert tenant_id is not None  # noqa: S101  else it is one of these
    if who.tenant_id is not None:
        return None, "response.tenant.id: they come into another account"
    async with resources[Database].transaction(Scope.system()) as db:
        name = await queries.PLACE.first(db, tenant_id, role_ids or [])
    if name is None:
        return None, "response.tenant.id: there is no such account with these roles to sign up to"
    return SignupTenant(tenant_id, name, role_ids or []), ""
