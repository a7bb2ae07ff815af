"""Answer of one mailbox to a merge request, by its link. The link proves access to that mailbox and nothing
else: it signs no user in, and both mailboxes must agree. The second agreement performs the merge in its
transaction."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.events import Actor
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.user_merge import move, queries
from gatehouse.user_merge.errors import MergeBusy, MergeImpossible, MergeLinkOver
from gatehouse.user_merge.events import MergeConfirmed, MergeRefused, MergeStopped
from gatehouse.user_merge.models import MergeRequest, OpenedMergeLink, Outcome, Side
from gatehouse.user_merge.schemas import MergeAnswer, MergeAsked, MergeLink
from gatehouse.user_merge.service import build_event_fields, mask_other_address

LINKS_PER_IP = RateLimit("merge_requests.link.ip", 120, 15)
MOST_SHOWN = 20
TRIES = 4


async def read_merge_question(
    db: Db, resources: Resources, client: Client, link: MergeLink
) -> MergeAsked:
    """Read the request behind a link, without changing anything, because mail scanners open links too. Raises
    `MergeLinkOver`."""
    await resources[RateLimiter].hit(LINKS_PER_IP, get_ip_network(client.ip))
    opened = await _open_merge_link(db, link)
    request = await queries.ONE.one(db, clock.now(), opened.id)
    other: Side = "stays" if opened.side == "goes" else "goes"
    names = await queries.PLACES.all(db, opened.user_id, MOST_SHOWN)
    return MergeAsked(
        address=request.email_of_side(opened.side),
        other=mask_other_address(request, other, to=opened.side),
        goes=opened.side == "goes",
        accounts=names,
        more=await queries.COUNT_PLACES.one(db, opened.user_id) - len(names),
        expires_at=request.expires_at,
    )


async def answer_merge_request(
    database: Database, resources: Resources, client: Client, given: MergeAnswer
) -> Outcome:
    """Answer a merge request. Raises `MergeLinkOver`; `MergeBusy` after repeated concurrent membership
    changes."""
    await resources[RateLimiter].hit(LINKS_PER_IP, get_ip_network(client.ip))
    for _ in range(TRIES):
        try:
            async with database.transaction(Scope.system()) as db:
                return await _record_merge_answer(db, resources, client, given)
        except move.PlacesChanged:
            continue
    raise MergeBusy("One of the accounts is being changed. Try again in a moment.")


async def _record_merge_answer(
    db: Db, resources: Resources, client: Client, given: MergeAnswer
) -> Outcome:
    now = clock.now()
    # Before the link is checked: of two concurrent answers, the second one sees the result of the first.
    request = await queries.LOCKED.first(db, now, given.merge_request_id)
    opened = await _open_merge_link(db, given)
    assert request is not None  # noqa: S101  else no link was found
    email = request.email_of_side(opened.side)
    by = by_person(opened.user_id, email, client)
    if not given.agreed:
        await queries.END.run(db, request.id, "refused", now, opened.side, None, None)
        await announce_event(db, MergeRefused(None, *build_event_fields(request), email), by=by)
        return "refused"
    await queries.AGREE.run(db, request.id, opened.side, now)
    await announce_event(db, MergeConfirmed(None, *build_event_fields(request), email), by=by)
    if not request.has_agreed("stays" if opened.side == "goes" else "goes"):
        return "waiting"
    return await _merge_users(db, resources, request, by)


async def _merge_users(db: Db, resources: Resources, request: MergeRequest, by: Actor) -> Outcome:
    goes_id: UUID = request.former_id
    try:
        await move.lock_merge_data(db, request, goes_id)
    except MergeImpossible as error:
        await queries.END.run(db, request.id, "stopped", clock.now(), None, None, error.code)
        await announce_event(
            db, MergeStopped(None, *build_event_fields(request), error.code), by=by
        )
        return "stopped"
    await move.move_user_data(db, resources, request, goes_id, by)
    return "merged"


async def _open_merge_link(db: Db, link: MergeLink) -> OpenedMergeLink:
    """Find the request of a valid link that has not agreed yet. Raises `MergeLinkOver`."""
    hashed = token_hash(link.token)
    opened = await queries.OPENED.first(db, link.merge_request_id, hashed, clock.now())
    if opened is None or opened.agreed:
        raise MergeLinkOver("This link is no longer valid")
    return opened
