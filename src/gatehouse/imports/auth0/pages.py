"""Pages of an Auth0 tenant's users. A search returns no more than its first thousand, so the next search
begins with the user who was created last."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.fetching import get_json
from gatehouse.identity.user_sources.adapters import build_base_address, fetch_management_token
from gatehouse.kit.resources import Resources


@dataclass(frozen=True, slots=True)
class Auth0Migration:
    """Position of the migration: `page` of users created from `since` on, without those of `seen`."""

    id: UUID
    configuration: dict[str, Any]
    sealed_secret: bytes | None
    since: str | None
    page: int
    seen: list[str]
    problem: str | None
    asked_by: dict[str, Any]
    finished_at: datetime | None


AT_ONCE = 100
MOST_PAGES = 10  # of one search
MOST_SEEN = 2000
MOST_BYTES = 8 * 1024 * 1024
FIELDS = (
    "user_id,email,email_verified,username,name,given_name,family_name,picture,phone_number,blocked,"
    "app_metadata,user_metadata,created_at"
)


@dataclass(frozen=True, slots=True)
class PagePosition:
    """Position of the next page."""

    since: str | None
    page: int
    seen: list[str]


async def fetch_auth0_page(
    resources: Resources, migration: Auth0Migration, secret: str
) -> list[dict[str, Any]]:
    """The users of the page. Raises `ProviderFault`."""
    base = build_base_address(migration.configuration["domain"])
    token = await fetch_management_token(
        resources, base, migration.configuration["clientId"], secret
    )
    query = {
        "per_page": str(AT_ONCE), "page": str(migration.page), "sort": "created_at:1",
        "search_engine": "v3", "fields": FIELDS, "include_fields": "true",
    }  # fmt: skip
    if migration.since:
        query["q"] = f"created_at:[{migration.since} TO *]"
    found = await get_json(
        resources,
        f"{base}/api/v2/users?{urlencode(query)}",
        {"authorization": f"Bearer {token}"},
        most=MOST_BYTES,
    )
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise ProviderFault("malformed", f"{base} did not return a list of users")
    return found


def exclude_seen_users(
    migration: Auth0Migration, found: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    return [one for one in found if str(one.get("user_id")) not in migration.seen]


def find_next_page(migration: Auth0Migration, found: list[dict[str, Any]]) -> PagePosition | None:
    """The next position, or None after the last page. Raises `ProviderFault` when it cannot be determined."""
    if len(found) < AT_ONCE:
        return None
    last = str(found[-1].get("created_at"))
    # Users created at the same moment as the last one may be returned again by the next search.
    at_last = [str(one.get("user_id")) for one in found if str(one.get("created_at")) == last]
    seen = list(dict.fromkeys([*migration.seen, *at_last]))[-MOST_SEEN:]
    if migration.page + 1 < MOST_PAGES:
        return PagePosition(migration.since, migration.page + 1, seen)
    if last == migration.since:
        raise ProviderFault(
            "malformed",
            "Too many users were created at the same time. Import an export file instead.",
        )
    return PagePosition(last, 0, seen)
