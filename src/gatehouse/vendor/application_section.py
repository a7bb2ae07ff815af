"""`[applications.<key>]` of the document."""

import re
from collections.abc import Iterator
from typing import Annotated, Literal
from urllib.parse import urlsplit
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from gatehouse.kit import clock
from gatehouse.kit.configuration import Origin
from gatehouse.kit.crypto import random_id
from gatehouse.kit.db import Db
from gatehouse.kit.refused_value import RefusedValue
from gatehouse.kit.schemas import Spoken, Text
from gatehouse.vendor import applications
from gatehouse.vendor.applications import AccessType, Pkce
from gatehouse.vendor.configuration.queries import SET_CLIENT_ID
from gatehouse.vendor.document.plan import DocumentRefused
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    Entries,
    OptionalAddress,
    State,
    build_table_reader,
)

IS_CLIENTS = "is that of a client of an application, which is no part of the document"
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
# Hosts that browsers and this server read alike: browsers end a host at a backslash, and decode
# percent-encoding.
HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+")


def check_redirect_address(text: str) -> str:
    """Compared letter by letter later, so it is exact: absolute, without a fragment or a star. Plain
    `http` only to this machine; an app's own scheme holds a dot (RFC 8252 §7.1)."""
    try:
        parts = urlsplit(text)
        host = parts.hostname
    except ValueError:
        raise RefusedValue(NO_REDIRECT, "redirect_address") from None
    is_web = parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)
    is_app = "." in parts.scheme and bool(parts.netloc or parts.path)
    is_web = is_web and HOST.fullmatch(host or "") is not None
    if "#" in text or "*" in text or not (is_web or is_app) or "@" in parts.netloc:
        raise RefusedValue(NO_REDIRECT, "redirect_address")
    return text


def check_page_address(text: str) -> str:
    """Validate a page address; in an application with hash routing, `#` may be followed by a route."""
    page, mark, route = text.partition(BEHIND_HASH)
    if mark and ("#" in route or "*" in route):
        raise RefusedValue(NO_REDIRECT, "redirect_address")
    check_redirect_address(f"{page}/" if mark else text)
    return text


NO_REDIRECT = "must be an exact https address, without a fragment or a star"
BEHIND_HASH = "/#/"
RedirectAddress = Annotated[
    str,
    StringConstraints(max_length=2000, pattern=r"^[\x21-\x7e]+$"),
    AfterValidator(check_page_address),
]


NoteName = Annotated[
    str, StringConstraints(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")
]
Note = Annotated[str, StringConstraints(max_length=1000, pattern=r"^[^\x00]*$")]


class ApplicationEntry(DocumentEntry):
    client_id: UUID | None = Field(
        None,
        description="Audience of its tokens, and what clients are configured with. Made when left out; "
        "give it to keep that of another platform.",
    )
    name: Annotated[Spoken, Field(min_length=1)] = Field(description="As people see it.")
    type: Literal["first-party", "oauth", "machine"] = Field(
        "first-party", description="Your own, a third party's through OAuth, or a machine."
    )
    is_default: bool = Field(
        False,
        description="Used by sign-ins that name no application; exactly one application is the default.",
    )
    is_active: bool = Field(True, description="Otherwise its tokens are refused.")
    redirect_uris: list[RedirectAddress] = Field(
        [],
        description="Where sign-in may send people. A page of your own may have its route behind `#`: "
        "`https://app.example.com/#/oauth/callback`.",
    )
    allowed_origins: list[Origin] = Field([], description="Whose pages may call the API.")
    signing_algorithm: Literal["ES256", "RS256"] = Field(
        "ES256", description="`RS256` for backends with the published server packages."
    )
    access_token_seconds: int | None = Field(
        None,
        ge=30,
        le=86_400,
        description="Life of an access token; without it `GATEHOUSE_ACCESS_TOKEN_SECONDS` holds.",
    )
    refresh_token_seconds: int = Field(
        2_592_000,
        ge=300,
        le=31_536_000,
        description="How long people stay signed in, where their account sets no limit.",
    )
    access_type: AccessType = Field(
        "FREE_ACCESS",
        description="Who may use it by default: all users, or with "
        "`MANAGED_ACCESS` only accounts with access to it, and the users that they assign.",
    )
    dpop_bound_access_tokens: bool = Field(
        False,
        description="It must bind its tokens to a key (DPoP, RFC 9449). Otherwise it may: it does where it "
        "sends a proof.",
    )
    dpop_nonce: bool = Field(
        False, description="Its proofs must repeat a nonce of ours, so that none is made ahead."
    )
    require_pushed_authorization_requests: bool = Field(
        False,
        description="It must push its authorization requests (RFC 9126); browsers bring only their name.",
    )
    backchannel_logout_uri: OptionalAddress = Field(
        "",
        description="Where it is told of sessions that ended (OpenID Connect Back-Channel Logout).",
    )
    allow_dcr: bool = Field(
        False,
        description="Tools and agents may register themselves as clients beside it (RFC 7591). People are "
        "asked before one learns anything.",
    )
    hosted_login: bool = Field(
        True,
        description="Its people may be sent here to sign in (OAuth). Otherwise such requests are sent back "
        "with `unauthorized_client`, and only its own login box signs people in.",
    )
    pkce: Pkce = Field(
        "required",
        description="`optional`: a backend that proves the application's secret at the token endpoint may "
        "leave out the challenge or the verifier, as the published server packages do. For the default "
        "application, the secret of a vendor credential with `vendor.sign-in.users` counts as well. "
        "Everything else still needs PKCE with S256.",
    )
    metadata: dict[NoteName, Note] = Field(
        {}, max_length=50, description="Notes of yours for your own tools; people do not see them."
    )
    app_url: OptionalAddress = Field("", description="Where it starts.")
    login_url: OptionalAddress = Field("", description="Where its people sign in.")
    logo_url: OptionalAddress = Field("", description="Its picture.")
    description: Text = Field("", description="For people.")
    platform: Literal["web", "mobile-ios", "mobile-android", "agent", "other"] = Field(
        "web", description="Where it runs."
    )
    frontend_stack: Annotated[str, StringConstraints(pattern=r"^[a-z.-]{1,40}$")] = Field(
        "react", description="What it is made of."
    )


async def write_applications(db: Db, changes: Changes) -> None:
    """The default one goes last: there is never more than one. `DocumentRefused`."""
    gone = [key for key, (_, after) in changes.items() if after is None]
    await applications.DELETE_APPLICATIONS.run(db, gone)
    kept = {key: after for key, (_, after) in changes.items() if after is not None}
    await _refuse_client_entries(db, kept)
    for key, after in sorted(kept.items(), key=lambda pair: pair[1]["is_default"]):
        await save_application(db, key, ApplicationEntry.model_validate(after, strict=False))


async def _refuse_client_entries(db: Db, kept: Entries) -> None:
    """Raises `DocumentRefused` when an entry uses the key or client id of an application's OAuth client: a
    document may not take one over."""
    client_ids = {UUID(one["client_id"]): key for key, one in kept.items() if "client_id" in one}
    taken = await applications.OF_CLIENTS.all(db, list(kept), list(client_ids))
    places = [f"applications.{one.key}" for one in taken if one.key in kept]
    places += [
        f"applications.{client_ids[one.client_id]}.client_id"
        for one in taken
        if one.client_id in client_ids
    ]
    if places:
        raise DocumentRefused(
            [DocumentProblem(place, IS_CLIENTS, "is_clients") for place in places]
        )


async def save_application(db: Db, key: str, entry: ApplicationEntry) -> None:
    """Make or change the application with this key."""
    now, client_id = clock.now(), entry.client_id or random_id()
    await applications.SAVE_APPLICATION.run(
        db,
        key,
        now,
        client_id,
        entry.name,
        entry.type,
        entry.is_default,
        entry.is_active,
        entry.redirect_uris,
        entry.allowed_origins,
        entry.signing_algorithm,
        entry.access_token_seconds,
        entry.refresh_token_seconds,
        entry.app_url,
        entry.login_url,
        entry.logo_url,
        entry.description,
        entry.platform,
        entry.frontend_stack,
        entry.access_type,
        entry.dpop_bound_access_tokens,
        entry.dpop_nonce,
        entry.require_pushed_authorization_requests,
        entry.backchannel_logout_uri,
        entry.allow_dcr,
        entry.hosted_login,
        entry.metadata,
        entry.pkce,
    )
    if entry.is_default:
        await SET_CLIENT_ID.run(db, client_id, now)


def check_applications(state: State) -> Iterator[DocumentProblem]:
    applications = state["applications"]
    default = [key for key, entry in applications.items() if entry["is_default"]]
    if len(default) != 1:
        named = f" ({', '.join(default)})" if default else ""
        text = f"exactly one application must be the default, not {len(default)}{named}"
        yield DocumentProblem("applications", text, "one_default", {"number": len(default)})
    for key in default:
        if applications[key]["type"] != "first-party" or not applications[key]["is_active"]:
            text = "the default application must be active and first-party"
            yield DocumentProblem(f"applications.{key}", text, "default_first_party")
        if applications[key]["access_type"] != "FREE_ACCESS":
            place = f"applications.{key}.access_type"
            yield DocumentProblem(
                place, "the default application must be available to all users", "default_free"
            )
    for key, entry in applications.items():
        if entry["pkce"] != "required" and entry["type"] != "first-party":
            place = f"applications.{key}.pkce"
            yield DocumentProblem(
                place, "is optional for first-party applications only", "pkce_of_own"
            )
    for key, entry in applications.items():
        if entry["type"] != "first-party" and any("#" in one for one in entry["redirect_uris"]):
            place = f"applications.{key}.redirect_uris"
            yield DocumentProblem(
                place, "only first-party applications may use `#`", "hash_of_own_pages"
            )
    seen: dict[str, str] = {}
    for key, entry in applications.items():
        client_id = entry.get("client_id")
        if client_id and client_id in seen:
            place, other = f"applications.{key}.client_id", seen[client_id]
            yield DocumentProblem(place, f"is already used by {other}", "taken_by", {"name": other})
        if client_id:
            seen[client_id] = key


APPLICATIONS = DocumentSection(
    "applications",
    "What signs people in. The key is yours; `name` is what people see.",
    ApplicationEntry,
    build_table_reader(ApplicationEntry, applications.CONFIGURED),
    write_applications,
    check=check_applications,
    keys=r"[A-Za-z0-9_-]{1,100}",
    example="""\
[applications.console]
name = "Console"
redirect_uris = ["https://console.example.com/oauth/callback"]
allowed_origins = ["https://console.example.com"]
signing_algorithm = "RS256"
""",
)
