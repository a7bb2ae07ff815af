"""Roles and permissions of a caller whose token is too long for them and refers to the server instead."""

from collections.abc import Mapping
from sys import intern
from typing import Any

PATH = "/identity/resources/users/v1/me/authorization"
LISTS = ("roles", "permissions")


def is_referred(claims: Mapping[str, Any]) -> bool:
    """Whether a verified token holds its roles and permissions elsewhere (OpenID Connect Core §5.6.2)."""
    names = claims.get("_claim_names")
    return isinstance(names, dict) and any(name in names for name in LISTS)


def read_answer(what: Any) -> dict[str, list[str]] | None:
    """The keys of the server's answer, each text once in memory; None where it is another document."""
    try:
        return {name: [intern(one["key"]) for one in what[name]] for name in LISTS}
    except (TypeError, KeyError):
        return None


def with_lists(claims: Mapping[str, Any], keys: Mapping[str, Any]) -> dict[str, Any]:
    """The claims as a token without a limit would hold them."""
    return {**claims, **{name: list(keys[name]) for name in LISTS}}
