"""Roles and permissions of a caller whose token is too long for them and refers to the server instead."""

from collections.abc import Mapping
from typing import Any

PATH = "/identity/resources/users/v1/me/authorization"
LISTS = ("roles", "permissions")


def is_referred(claims: Mapping[str, Any]) -> bool:
    """Whether a verified token holds its roles and permissions elsewhere (OpenID Connect Core §5.6.2)."""
    names = claims.get("_claim_names")
    return isinstance(names, dict) and any(name in names for name in LISTS)


def is_answer(what: Any) -> bool:
    return isinstance(what, dict) and all(
        isinstance(what.get(name), list)
        and all(isinstance(one, dict) and isinstance(one.get("key"), str) for one in what[name])
        for name in LISTS
    )


def with_lists(claims: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, Any]:
    """The claims as a token without a limit would hold them."""
    return {**claims, **{name: [one["key"] for one in answer[name]] for name in LISTS}}
