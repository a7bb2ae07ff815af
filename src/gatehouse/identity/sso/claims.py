"""The claims or attributes with a user's address and groups: the usual names, or those of a connection."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gatehouse.identity.external.id_token import find_claim, is_claim_left_out, list_claim_texts

OIDC_GROUPS = ("groups",)


@dataclass(frozen=True, slots=True)
class ClaimNames:
    """`email` and `groups` are empty for the usual names. `separator` splits one value into several groups.
    `domains`: of several addresses, the first one of these domains is used."""

    email: str = ""
    groups: tuple[str, ...] = ()
    separator: str = ""
    domains: frozenset[str] = frozenset()


USUAL_NAMES = ClaimNames()


@dataclass(frozen=True, slots=True)
class ClaimedGroups:
    """`is_complete` is false where the identity provider says that it left some out."""

    names: frozenset[str]
    is_complete: bool = True


def split_groups(values: Iterable[str], separator: str) -> tuple[str, ...]:
    parts = (
        part for value in values for part in (value.split(separator) if separator else [value])
    )
    return tuple(dict.fromkeys(name for part in parts if (name := part.strip())))


def choose_email_address(candidates: Iterable[str], domains: frozenset[str]) -> str | None:
    """Choose the first address of the connection's own domains, else the first one, because users have
    aliases."""
    found = list(candidates)
    own = (each for each in found if each.rpartition("@")[2].lower() in domains)
    return next(own, found[0] if found else None)


def read_oidc_groups(claims: Mapping[str, Any], names: ClaimNames) -> ClaimedGroups:
    paths = names.groups or OIDC_GROUPS
    values = [text for path in paths for text in list_claim_texts(find_claim(claims, path))]
    missing = (path for path in paths if find_claim(claims, path) is None)
    is_complete = not any(is_claim_left_out(claims, path) for path in missing)
    return ClaimedGroups(frozenset(split_groups(values, names.separator)), is_complete)
