"""`/subscriptions/resources/billing/plans/v1`."""

from typing import Annotated
from uuid import UUID

from pydantic import BeforeValidator
from starlette.responses import Response

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Router
from gatehouse.billing.plans import service
from gatehouse.billing.plans.schemas import BillingPlan
from gatehouse.kit.resources import AllResources
from gatehouse.vendor.current import CurrentConfiguration


def _none_if_empty(value: object) -> object:
    return None if value == "undefined" else value


# Published clients read an account's summary and then its plan, whether it has one or not. Where that is
# refused, they keep neither.
PlanOfSummary = Annotated[UUID | None, BeforeValidator(_none_if_empty)]

router = Router(prefix="/subscriptions/resources/billing/plans/v1", tags=["Billing"])


@router.get("", permission=Permission.READ_BILLING)
async def list_billing_plans(
    db: Transaction, resources: AllResources, configuration: CurrentConfiguration
) -> list[BillingPlan]:
    """What an account can subscribe to, the cheapest first. 404 `billing.not_configured`; 503
    `billing.provider_unavailable`."""
    found = await service.list_sold_plans(db, resources, configuration)
    return [BillingPlan.of(plan, price) for plan, price in found]


@router.get(
    "/{plan_id}",
    permission=Permission.READ_BILLING,
    response_model=BillingPlan,
    responses={204: {"description": "The account has no plan."}},
)
async def get_billing_plan(
    db: Transaction,
    resources: AllResources,
    configuration: CurrentConfiguration,
    plan_id: PlanOfSummary,
) -> BillingPlan | Response:
    """Get a plan, including one that is not for sale; 204 for `undefined`, the plan of an account that has
    none. 404 `billing.plan_not_found`; 503 `billing.provider_unavailable`."""
    if plan_id is None:
        return Response(status_code=204)
    return BillingPlan.of(*await service.get_plan_with_price(db, resources, configuration, plan_id))
