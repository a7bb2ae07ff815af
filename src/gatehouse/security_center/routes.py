"""A tenant's security facts and recommendations (wire-api §16; admin portal spec §4)."""

from typing import Annotated

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.kit.resources import resource
from gatehouse.policies.country_restrictions.countries import Countries
from gatehouse.security_center import schemas
from gatehouse.security_center.recommendations import (
    compute_security_score,
    list_insights,
    list_recommendations,
)
from gatehouse.security_center.service import read_security_facts
from gatehouse.vendor.current import CurrentConfiguration

Known = Annotated[Countries, resource(Countries)]

router = Router(prefix="/security-center/resources", tags=["Security center"])


@router.get(
    "/recommendations/v1",
    permission=Permission.READ_SECURITY_POLICY,
    response_model_exclude_none=True,
)
async def get_security_recommendations(
    db: Transaction, caller: Caller, configuration: CurrentConfiguration, known: Known
) -> schemas.SecurityRecommendations:
    """The current recommendations, the most severe first, and the resulting score. Nothing of it is stored:
    what was fixed is not recommended any more. Users are counted up to 10,000."""
    facts = await read_security_facts(db, caller.tenant_id, configuration)
    found = list_recommendations(facts, knows_countries=known.is_known)
    return schemas.SecurityRecommendations(
        scoring=schemas.Scoring(score=compute_security_score(found)),
        recommendations=schemas.RecommendationList(
            items=[schemas.RecommendationOut.from_row(one, facts) for one in found]
        ),
    )


@router.get(
    "/insights/v1", permission=Permission.READ_SECURITY_POLICY, response_model_exclude_none=True
)
async def get_security_insights(
    db: Transaction, caller: Caller, configuration: CurrentConfiguration
) -> schemas.SecurityInsights:
    """What is true at the moment: of second factors, passwords, sessions and restrictions."""
    facts = await read_security_facts(db, caller.tenant_id, configuration)
    items = [schemas.InsightOut.from_row(one, facts) for one in list_insights(facts)]
    return schemas.SecurityInsights(insights=schemas.InsightList(items=items))
