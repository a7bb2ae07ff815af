"""Routes for the link of a merge mail. The link signs no user in."""

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.account_merge import answers as answering
from gatehouse.account_merge.schemas import MergeAnswer, MergeAsked, MergeLink, MergeOutcome
from gatehouse.kit.db import Database
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(prefix="/identity/resources/merge-requests/v1", tags=["Merge requests"])


@router.post("/verify", summary="What a mailed link asks")
async def look_at_merge_request(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: MergeLink
) -> MergeAsked:
    """Which account would become part of which. Does not use up the link. 404 `merges.link_over` for a link
    that was used, has expired, or whose request has ended."""
    return await answering.read_merge_question(db, resources, client, data)


@router.post("/answer", summary="Agree to a merge, or refuse it")
async def answer_merge_request(
    resources: AllResources, client: CurrentClient, data: MergeAnswer
) -> MergeOutcome:
    """Once. One no ends it; when both mailboxes have agreed, it is done when this answers. 404
    `merges.link_over`, 409 `merges.busy`."""
    outcome = await answering.answer_merge_request(resources[Database], resources, client, data)
    return MergeOutcome(outcome=outcome)
