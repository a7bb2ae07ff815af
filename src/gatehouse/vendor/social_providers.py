"""`[social.<provider>]` and `[custom_social.<key>]` of the document."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Literal, get_args

from pydantic import Field, StringConstraints

from gatehouse.kit import clock
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.schemas import Spoken
from gatehouse.kit.sealed import SealedColumn
from gatehouse.vendor.document.sealing import SealedText, decode_sealed, encode_sealed
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    Entries,
    OptionalAddress,
    State,
)

ProviderType = Literal["google", "microsoft", "github", "facebook", "apple", "slack", "linkedin"]
PROVIDER_TYPES: tuple[ProviderType, ...] = get_args(ProviderType)
# These providers return addresses that were not verified recently, or that other users may set.
PROVES_NO_ADDRESS = frozenset({"facebook", "slack"})


@dataclass(frozen=True)
class SocialProvider:
    """`id` is its type, or the vendor's name for a custom provider. `trusts_addresses`: its addresses count
    as verified although it does not confirm that."""

    id: str
    is_custom: bool
    is_active: bool
    client_id: str
    sealed_secret: bytes | None = field(repr=False)
    scopes: list[str]
    trusts_addresses: bool
    directory: str
    team_id: str
    key_id: str
    display_name: str
    issuer: str
    authorization_url: str
    token_url: str
    userinfo_url: str
    logo_url: str
    redirect_url: str
    created_at: datetime
    updated_at: datetime


SECRETS = SealedColumn("social_providers", "sealed_secret")

PROVIDERS = Query(SocialProvider, "select * from social_providers order by is_custom, id")

# A custom one, which is not changed until the transaction ends.
HOLD = Query(SocialProvider, "select * from social_providers where id = $1 and is_custom for share")

SAVE = Command(
    """
    insert into social_providers (id, is_custom, created_at, updated_at, is_active, client_id,
      sealed_secret, scopes, trusts_addresses, directory, team_id, key_id, display_name, issuer,
      authorization_url, token_url, userinfo_url, logo_url, redirect_url)
    values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
    on conflict (id) do update set is_custom = $2, updated_at = $3, is_active = $4, client_id = $5,
      sealed_secret = $6, scopes = $7, trusts_addresses = $8, directory = $9, team_id = $10, key_id = $11,
      display_name = $12, issuer = $13, authorization_url = $14, token_url = $15, userinfo_url = $16,
      logo_url = $17, redirect_url = $18
    """
)
DELETE = Command(
    "delete from social_providers where id = any ($1::text[]) and is_custom = $2::boolean"
)


ClientId = Annotated[
    str, StringConstraints(min_length=1, max_length=500, pattern=r"^[\x21-\x7e]+$")
]
OneScope = Annotated[str, StringConstraints(max_length=200, pattern=r"^[\x21\x23-\x5b\x5d-\x7e]+$")]
Id = Annotated[str, StringConstraints(max_length=100, pattern=r"^[A-Za-z0-9.-]*$")]
DIRECTORY = r"^(common|organizations|consumers|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$"
Directory = Annotated[str, StringConstraints(pattern=DIRECTORY)]


class _ProviderEntries(DocumentEntry):
    client_id: ClientId = Field(description="What you are to the provider.")
    client_secret: SealedText | None = Field(
        None,
        description="As the provider gave it; of Apple the private key, with its first and last line. "
        "Stored encrypted, and shown only so.",
    )
    active: bool = Field(True, description="People are offered it.")
    trusts_addresses: bool = Field(
        False,
        description="Its addresses open accounts although it does not say that they were proved.",
    )
    redirect_url: OptionalAddress = Field(
        "",
        description="The page of yours to which people come back whose client names none; without it the "
        "sign-in page here. Its origin must be one that may call the API.",
    )


class SocialEntry(_ProviderEntries):
    additional_scopes: list[OneScope] = Field(
        [], max_length=50, description="Requested in addition to the user's identity."
    )
    directory: Directory = Field(
        "common",
        description="Microsoft only: whose accounts may come, `common`, `organizations`, `consumers` or "
        "the id of one directory.",
    )
    team_id: Id = Field("", description="Apple only: of your team.")
    key_id: Id = Field("", description="Apple only: of the private key.")


class CustomSocialEntry(_ProviderEntries):
    display_name: Annotated[Spoken, Field(min_length=1)] = Field(
        description="On the button, after “Continue with”."
    )
    issuer: OptionalAddress = Field(
        "",
        description="Of an OpenID provider, which says all else itself; without it, give the three.",
    )
    authorization_url: OptionalAddress = Field("", description="Where people are sent.")
    token_url: OptionalAddress = Field("", description="Where a code becomes a token.")
    userinfo_url: OptionalAddress = Field(
        "",
        description="Claims that identify the user: `sub` or `id`, `email`, `email_verified`, `name`.",
    )
    scopes: list[OneScope] = Field(
        ["openid", "email", "profile"], max_length=50, description="What is asked for."
    )
    logo_url: OptionalAddress = Field("", description="A small square picture on the button.")


# Fields that the table has under another name.
COLUMNS = {"active": "is_active", "additional_scopes": "scopes"}


def _build_provider_reader(
    kind: type[_ProviderEntries], *, custom: bool
) -> Callable[[Db], Awaitable[Entries]]:
    async def read(db: Db) -> Entries:
        found = [row for row in await PROVIDERS.all(db) if row.is_custom == custom]
        return {
            row.id: _build_provider_entry(kind, row).model_dump(mode="json", exclude_none=True)
            for row in found
        }

    return read


def _build_provider_entry(kind: type[_ProviderEntries], row: SocialProvider) -> _ProviderEntries:
    names = kind.model_fields.keys() - {"client_secret"}
    values = {name: getattr(row, COLUMNS.get(name, name)) for name in names}
    values["client_secret"] = encode_sealed(row.sealed_secret) if row.sealed_secret else None
    return kind(**values)


async def write_social_providers(db: Db, changes: Changes) -> None:
    for key, after in await _delete_removed_providers(db, changes, custom=False):
        entry = SocialEntry.model_validate(after)
        await SAVE.run(
            db, key, False, clock.now(), entry.active, entry.client_id, decode_sealed(entry.client_secret),
            entry.additional_scopes, entry.trusts_addresses, entry.directory, entry.team_id,
            entry.key_id, "", "", "", "", "", "", entry.redirect_url,
        )  # fmt: skip


async def write_custom_providers(db: Db, changes: Changes) -> None:
    for key, after in await _delete_removed_providers(db, changes, custom=True):
        entry = CustomSocialEntry.model_validate(after)
        await SAVE.run(
            db, key, True, clock.now(), entry.active, entry.client_id, decode_sealed(entry.client_secret),
            entry.scopes, entry.trusts_addresses, "common", "", "", entry.display_name, entry.issuer,
            entry.authorization_url, entry.token_url, entry.userinfo_url, entry.logo_url,
            entry.redirect_url,
        )  # fmt: skip


async def _delete_removed_providers(
    db: Db, changes: Changes, *, custom: bool
) -> list[tuple[str, object]]:
    """Those that stay or come; the others are deleted."""
    gone = [key for key, (_, after) in changes.items() if after is None]
    await DELETE.run(db, gone, custom)
    return [(key, after) for key, (_, after) in changes.items() if after is not None]


def check_social_providers(state: State) -> Iterator[DocumentProblem]:
    for key, entry in state["social"].items():
        place = f"social.{key}"
        if key not in PROVIDER_TYPES:
            known = ", ".join(PROVIDER_TYPES)
            text = f"must be one of {known}; others belong in custom_social"
            yield DocumentProblem(place, text, "no_provider", {"known": known})
            continue
        if entry["active"] and not entry.get("client_secret"):
            text = "is required while it is active"
            yield DocumentProblem(f"{place}.client_secret", text, "needed_while_active")
        if key == "apple" and not (entry["team_id"] and entry["key_id"]):
            yield DocumentProblem(place, "team_id and key_id are required", "apple_ids_needed")
        if key != "apple" and (entry["team_id"] or entry["key_id"]):
            yield DocumentProblem(place, "team_id and key_id are for Apple only", "apple_only")
        if key != "microsoft" and entry["directory"] != "common":
            yield DocumentProblem(f"{place}.directory", "is for Microsoft only", "microsoft_only")
        if key in PROVES_NO_ADDRESS and entry["active"] and not entry["trusts_addresses"]:
            yield DocumentProblem(
                f"{place}.trusts_addresses",
                "must be true while it is active: the provider does not verify addresses, and "
                "a user with an address there could access the account with that address here",
                "proves_no_address",
            )


def check_custom_providers(state: State) -> Iterator[DocumentProblem]:
    for key, entry in state["custom_social"].items():
        place = f"custom_social.{key}"
        if key in PROVIDER_TYPES:
            yield DocumentProblem(
                place, f"{key} belongs in social", "goes_into_social", {"name": key}
            )
        addresses = [entry["authorization_url"], entry["token_url"], entry["userinfo_url"]]
        if entry["issuer"] and any(addresses):
            yield DocumentProblem(
                place, "set either issuer or the three URLs", "issuer_or_addresses"
            )
        if not entry["issuer"] and not all(addresses):
            text = "set issuer, or authorization_url, token_url and userinfo_url"
            yield DocumentProblem(place, text, "issuer_needed")
        if entry["issuer"] and "openid" not in entry["scopes"]:
            text = "must contain openid, which requests the ID token"
            yield DocumentProblem(f"{place}.scopes", text, "openid_needed")


SOCIAL = DocumentSection(
    "social",
    "Accounts that people have elsewhere, and sign in with: google, microsoft, github, facebook, apple, "
    "slack, linkedin.",
    SocialEntry,
    _build_provider_reader(SocialEntry, custom=False),
    write_social_providers,
    check=check_social_providers,
    keys=r"[a-z]{1,20}",
    secrets={"client_secret": SECRETS},
    example="""\
[social.google]
client_id = "1234.apps.googleusercontent.com"
client_secret = "GOCSPX-from-the-console"
""",
)
CUSTOM_SOCIAL = DocumentSection(
    "custom_social",
    "The same, of any other OpenID or OAuth 2 provider. Only a name of yours is needed for the key.",
    CustomSocialEntry,
    _build_provider_reader(CustomSocialEntry, custom=True),
    write_custom_providers,
    check=check_custom_providers,
    keys=r"[A-Za-z0-9_-]{1,60}",
    secrets={"client_secret": SECRETS},
    sent_to=("issuer", "token_url"),
    example="""\
[custom_social.partner]
display_name = "Partner"
client_id = "gatehouse"
client_secret = "as-the-partner-gave-it"
issuer = "https://id.partner.example.com"
""",
)
