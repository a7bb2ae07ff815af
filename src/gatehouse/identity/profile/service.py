"""Read and change the caller's own profile."""

from uuid import UUID

from gatehouse.access.answer_cache import AnswerCache
from gatehouse.access.principal import Principal, PrincipalKind
from gatehouse.access.proof import TokenSubject
from gatehouse.access.tokens import Claims
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.events import UserUpdated
from gatehouse.directory.users.queries import SET_PICTURE_URL, UPDATE_PROFILE
from gatehouse.identity.profile import queries
from gatehouse.identity.profile.picture import PictureNotFound, ProfilePicture, reencode_picture
from gatehouse.identity.profile.queries import ProfileText
from gatehouse.identity.profile.schemas import ProfileUpdate
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query
from gatehouse.kit.db.configuration_version import confirm_version
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.kit.subprocess_pool import SubprocessPools

UPLOADS = RateLimit("profile.picture", 20, 60)
# Length of the digest in the address.
VERSION = 16
PICTURES = "/identity/resources/users/pictures/v1"


async def read_own_profile(
    db: Db, cache: AnswerCache, view: Query[ProfileText], claims: Claims
) -> bytes:
    """Read one of the profile's views as JSON, for the user behind the call. Raises `UserRequired` when the
    caller is not a user. Needs the system scope and verified claims."""
    proof = TokenSubject.from_claims(claims)
    if found := await cache.find_for_session(db, view, proof):
        known: bytes = found[0]
        return known
    row = await view.first(db, proof.id, proof.person(), proof.tenant_id, clock.now())
    if row is None:
        raise proof.build_ended_error()
    confirm_version(row.configuration_version)
    content = row.text.encode()
    cache.store_for_session(db, view, proof, content, row.read_with, len(content))
    return content


async def read_own_authorization(db: Db, cache: AnswerCache, claims: Claims) -> bytes:
    """Read the roles and permissions of a session or an API token as JSON."""
    proof = TokenSubject.from_claims(claims)
    if proof.kind is not PrincipalKind.TENANT_TOKEN:
        return await read_own_profile(db, cache, queries.AUTHORIZATION, claims)
    row = await queries.AUTHORIZATION_FOR_TENANT.first(
        db, proof.id, proof.subject_id, proof.tenant_id, clock.now()
    )
    if row is None:
        raise proof.build_ended_error()
    confirm_version(row.configuration_version)
    return row.text.encode()


async def update_profile(db: Db, caller: Principal, data: ProfileUpdate) -> None:
    """Change the given fields of name, phone number, metadata and picture address."""
    given = data.model_fields_set
    has_picture_url = "profile_picture_url" in given
    if has_picture_url and not data.profile_picture_url:
        await queries.DELETE_PICTURE.run(db, caller.user_id)
    await UPDATE_PROFILE.run(
        db,
        caller.user_id,
        clock.now(),
        bool(data.name),
        data.name,
        "phone_number" in given,
        data.phone_number or None,
        data.metadata is not None,
        data.metadata,
        has_picture_url,
        data.profile_picture_url or None,
    )
    await _announce_profile_change(db, caller)


async def save_picture(db: Db, resources: Resources, caller: Principal, content: bytes) -> str:
    """Store the picture; returns the address under which it is served."""
    await resources[RateLimiter].hit(UPLOADS, str(caller.user_id))
    picture = await reencode_picture(resources[SubprocessPools], content)
    origin = resources[Deployment].public_url
    # The digest makes a new address for a new picture, so caches never show the old one.
    address = f"{origin}{PICTURES}/{caller.user_id}?v={picture.digest[:VERSION]}"
    now = clock.now()
    await queries.SAVE_PICTURE.run(
        db, caller.user_id, picture.media_type, picture.content, picture.digest, now
    )
    await SET_PICTURE_URL.run(db, caller.user_id, address, now)
    await _announce_profile_change(db, caller)
    return address


async def get_profile_picture(db: Db, user_id: UUID, version: str) -> ProfilePicture:
    """The picture, for a client that has its address. The id alone is not enough: every inviter learns
    it."""
    picture = await queries.PICTURE.first(db, user_id, version)
    if picture is None:
        raise PictureNotFound("The picture was not found")
    return picture


async def _announce_profile_change(db: Db, caller: Principal) -> None:
    event = UserUpdated(caller.tenant_id, caller.user_id, caller.email, own=True)
    await announce_event(db, event, by=caller.actor)
