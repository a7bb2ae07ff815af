"""The answer of one mailbox, by its link. The link proves that mailbox and nothing else: it signs nobody in,
and both are needed. What the second one agrees to happens at once, in its transaction."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.account_merge import moving, queries
from gatehouse.account_merge.errors import MergeBusy, MergeImpossible, MergeLinkOver
from gatehouse.account_merge.events import MergeConfirmed, MergeRefused, MergeStopped
from gatehouse.account_merge.models import MergeRequest, Opened, Outcome, Side
from gatehouse.account_merge.schemas import MergeAnswer, MergeAsked, MergeLink
from gatehouse.account_merge.service import facts, shown
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce
from gatehouse.identity.sign_in.places import place_of
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.events import Actor
from gatehouse.kit.rate_limit import Limit, RateLimiter
from gatehouse.kit.resources import Resources

LINKS_PER_IP = Limit("merge_requests.link.ip", 120, 15)
MOST_SHOWN = 20
TRIES = 4


async def asked(db: Db, resources: Resources, client: Client, link: MergeLink) -> MergeAsked:
    """What the link asks. Looking changes nothing, because mail scanners look too. `MergeLinkOver`."""
    await resources[RateLimiter].hit(LINKS_PER_IP, place_of(client.ip))
    opened = await _opened(db, link)
    request = await queries.ONE.one(db, clock.now(), opened.id)
    other: Side = "stays" if opened.side == "goes" else "goes"
    names = await queries.PLACES.all(db, opened.user_id, MOST_SHOWN)
    return MergeAsked(
        address=request.email(opened.side),
        other=shown(request, other, to=opened.side),
        goes=opened.side == "goes",
        accounts=names,
        more=await queries.COUNT_PLACES.one(db, opened.user_id) - len(names),
        expires_at=request.expires_at,
    )


async def answer(
    database: Database, resources: Resources, client: Client, given: MergeAnswer
) -> Outcome:
    """`MergeLinkOver`; `MergeBusy` when the memberships would not keep still."""
    await resources[RateLimiter].hit(LINKS_PER_IP, place_of(client.ip))
    for _ in range(TRIES):
        try:
            async with database.transaction(Scope.system()) as db:
                return await _answer(db, resources, client, given)
        except moving.PlacesChanged:
            continue
    raise MergeBusy("Somebody is changing one of the accounts. Try again in a moment.")


async def _answer(db: Db, resources: Resources, client: Client, given: MergeAnswer) -> Outcome:
    now = clock.now()
    # Before the link is looked at: of two answers at once the second one finds what the first has done.
    request = await queries.LOCKED.first(db, now, given.merge_request_id)
    opened = await _opened(db, given)
    assert request is not None  # noqa: S101  else no link was found
    email = request.email(opened.side)
    by = by_person(opened.user_id, email, client)
    if not given.agreed:
        await queries.END.run(db, request.id, "refused", now, opened.side, None, None)
        await announce(db, MergeRefused(None, *facts(request), email), by=by)
        return "refused"
    await queries.AGREE.run(db, request.id, opened.side, now)
    await announce(db, MergeConfirmed(None, *facts(request), email), by=by)
    if not request.agreed("stays" if opened.side == "goes" else "goes"):
        return "waiting"
    return await _merge(db, resources, request, by)


async def _merge(db: Db, resources: Resources, request: MergeRequest, by: Actor) -> Outcome:
    goes_id: UUID = request.former_id
    try:
        await moving.prepare(db, request, goes_id)
    except MergeImpossible as error:
        await queries.END.run(db, request.id, "stopped", clock.now(), None, None, error.code)
        await announce(db, MergeStopped(None, *facts(request), error.code), by=by)
        return "stopped"
    await moving.move(db, resources, request, goes_id, by)
    return "merged"


async def _opened(db: Db, link: MergeLink) -> Opened:
    """Of a living link that has not agreed yet. `MergeLinkOver`."""
    hashed = token_hash(link.token)
    opened = await queries.OPENED.first(db, link.merge_request_id, hashed, clock.now())
    if opened is None or opened.agreed:
        raise MergeLinkOver("This link is no longer valid")
    return opened
