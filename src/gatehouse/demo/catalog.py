"""The demo's catalog: features in plans, one of them in beta, granted plans and a token template.

The vendor sells Acme Reports, the tool of `examples/licensed-tool`.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from gatehouse.demo import queries
from gatehouse.demo.names import SIGN_INS
from gatehouse.entitlements import queries as entitlements
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.vendor import features, token_templates
from gatehouse.vendor.features import FeatureFlag
from gatehouse.vendor.plans import READ_PLANS

EXPORTS, SCHEDULES, DASHBOARDS, SUMMARIES = (
    "report-exports", "scheduled-reports", "team-dashboards", "report-summaries",
)  # fmt: skip
FEATURES = (
    (EXPORTS, "Report exports", "Download reports as PDF and CSV"),
    (SCHEDULES, "Scheduled reports", "Send reports by email every week"),
    (DASHBOARDS, "Team dashboards", "Share dashboards with a team"),
    (SUMMARIES, "Report summaries", "Summarize a long report. In beta"),
)
PLAN_FEATURES = {
    "team": [EXPORTS, SCHEDULES],
    "business": [EXPORTS, SCHEDULES, DASHBOARDS],
}
BETA = FeatureFlag.model_validate(
    {
        "on": True,
        "name": "Beta of report summaries",
        "description": "On for the customer that tests it first",
        "default_treatment": False,
        "rules": [
            {
                "treatment": True,
                "description": "Users of Acme",
                "conditions": [
                    {
                        "attribute": "frontegg.email",
                        "op": "ends_with",
                        "value": {"list": ["@acme.test"]},
                    }
                ],
            }
        ],
    }
)
# Tenant, email of one user or None for all of its users, plan, days until it ends.
GRANTS = (
    ("Acme Labs", None, "business", 45),
    ("Acme Germany", None, "team", None),
    ("Acme", SIGN_INS[1][0], "business", 14),
)
TEMPLATE = "reporting"
TEMPLATE_SECONDS = 3600
CLAIMS = {"reporting": {"account": "{{tenant.id}}", "viewer": "{{user.email}}"}}
APPLICATION = "analytics"


async def create_demo_catalog(database: Database) -> None:
    """Made where the vendor has no features; at the next start they are there already."""
    now = clock.now()
    async with database.transaction(Scope.system()) as db:
        if await features.READ_FEATURES.first(db):
            return
        for key, name, description in FEATURES:
            flag = BETA.model_dump(mode="json") if key == SUMMARIES else None
            await features.SAVE_FEATURE.run(db, key, now, name, description, [], {}, flag)
        for plan, keys in PLAN_FEATURES.items():
            await queries.BUNDLE_FEATURES.run(db, plan, keys)
        await _grant_plans(db, now)
        await _add_template(db, now)


async def _grant_plans(db: Db, now: datetime) -> None:
    plans = {plan.key: plan.id for plan in await READ_PLANS.all(db)}
    for tenant, email, plan, days in GRANTS:
        holder = await queries.FIND_HOLDER.first(db, tenant, email)
        if holder is None or plan not in plans:
            continue
        end = now + timedelta(days=days) if days else None
        await entitlements.ADD.one(
            db, new_id(), holder.tenant_id, holder.user_id, plans[plan], end, now
        )


async def _add_template(db: Db, now: datetime) -> None:
    """For tokens of one application, so that tokens of all others stay as they are."""
    application_id = await queries.FIND_APPLICATION.first(db, APPLICATION)
    if application_id is None or await token_templates.TARGETING.first(db):
        return
    await token_templates.ADD.first(
        db, new_id(), TEMPLATE, "Reporting", "Who views a report, and for which account",
        TEMPLATE_SECONDS, CLAIMS, now,
    )  # fmt: skip
    await token_templates.ADD_TARGETING.first(
        db, new_id(), [_build_targeting_rule(application_id)], now
    )


def _build_targeting_rule(application_id: UUID) -> dict[str, Any]:
    condition = {
        "attribute": "applicationId",
        "op": "in_list",
        "value": {"list": [str(application_id)]},
        "negate": False,
    }
    return {"conditionLogic": "and", "conditions": [condition], "treatment": TEMPLATE}
