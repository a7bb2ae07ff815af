"""Finds a claim by its name, which may be a path into nested claims."""

from collections.abc import Mapping
from typing import Any


def claim_at(claims: Mapping[str, Any], path: str) -> Any:
    """The value of a claim of this exact name, such as a namespaced one; else of a dotted path, such as
    `realm_access.roles`. None where there is none."""
    if path in claims:
        return claims[path]
    first, dot, rest = path.partition(".")
    while dot:
        inner = claims.get(first)
        if isinstance(inner, Mapping) and (found := claim_at(inner, rest)) is not None:
            return found
        more, dot, rest = rest.partition(".")
        first = f"{first}.{more}"
    return None


def texts_of(value: Any) -> list[str]:
    """The texts of a claim: one, several, or the keys of an object, as some providers send roles."""
    listed = list(value) if isinstance(value, list | Mapping) else [value]
    return [text for text in listed if isinstance(text, str) and text]


def is_left_out(claims: Mapping[str, Any], path: str) -> bool:
    """Whether the provider says that the claim exists and is not in the token: an aggregated or distributed
    claim (OpenID Connect Core §5.6.2), which Microsoft sends for a user in too many groups."""
    elsewhere = claims.get("_claim_names")
    if isinstance(elsewhere, Mapping) and path in elsewhere:
        return True
    return path == "groups" and claims.get("hasgroups") in (True, "true", "True")
