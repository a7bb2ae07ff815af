"""Users of all tenants."""

from typing import Any
from uuid import UUID

from gatehouse.directory.people.list_schemas import SEPARATORS
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.directory.users import service as users
from gatehouse.directory.users.errors import InvalidEmail, UserNotFound
from gatehouse.identity.users import queries
from gatehouse.identity.users.schemas import PhraseQuery
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.lists import pattern_beginning, pattern_containing
from gatehouse.kit.plain_route import Json


async def describe_user(db: Db, user_id: UUID, status: int = 200) -> Json:
    """Raises `UserNotFound`."""
    text = await queries.ONE.first(db, user_id, clock.now())
    if text is None:
        raise UserNotFound("The user was not found")
    return Json(text.encode(), status)


async def describe_user_by_email(db: Db, email: str) -> Json:
    """Find a user by the primary or a further verified address. Raises `UserNotFound` or `InvalidEmail`."""
    user = await users.find_user_by_email(db, email)
    if user is None:
        raise UserNotFound("The user was not found")
    return await describe_user(db, user.id)


async def search_users(db: Db, query: PhraseQuery, of_tenant: UUID | None = None) -> Json:
    """A page of users; only of `of_tenant`, if given. Raises `TenantNotFound`."""
    if of_tenant:
        await get_tenant(db, of_tenant)
    tenant_id = query.tenant_id or of_tenant
    # The tenant that the query names, within the one that the backend names.
    is_within_another = of_tenant is not None and tenant_id != of_tenant
    wanted = _build_list_conditions(query)
    if is_within_another:
        wanted["below"] = str(of_tenant)
    page = await queries.USERS.one(
        db, clock.now(), tenant_id, query.include_sub_tenants and not is_within_another, wanted,
        query.sort_by, query.is_descending, query.limit, query.offset,
    )  # fmt: skip
    return page.to_response(query.limit)


def _build_list_conditions(query: PhraseQuery) -> dict[str, Any]:
    """The conditions that the query sets, as `gatehouse_list_users_of_tenants` takes them."""
    by = query.identifier_type if query.identifier else None
    texts = (query.email, query.identifier if by == "email" else "")
    emails = {_normalize_search_address(text) for text in texts if text}
    # Of two that differ no user has both.
    email = min(emails) if len(emails) == 1 else ""
    given = {
        "words": _build_search_patterns(query.contains),
        "excludes": _build_search_patterns(query.excludes),
        "optional": _build_search_patterns(query.optional),
        "name_prefix": pattern_beginning(query.name_prefix) if query.name_prefix else None,
        "email": email if emails else None,
        "username": query.identifier.strip().lower() if by == "username" else None,
        "phone": query.identifier.translate(SEPARATORS) if by == "phoneNumber" else None,
        "ids": query.ids or None,
        "external_ids": query.external_ids or None,
    }
    return {name: value for name, value in given.items() if value is not None}


def _build_search_patterns(words: list[str]) -> list[str] | None:
    return [pattern_containing(word) for word in words] or None


def _normalize_search_address(text: str) -> str:
    """The normalized address. Text that is no address becomes an empty one, which matches no user."""
    try:
        return users.normalize_email(text)
    except InvalidEmail:
        return ""
