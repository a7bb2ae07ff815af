"""Defensive reading of user data from a source: any value may be missing or of another type. Values that
cannot be stored count as missing."""

from typing import Any

from gatehouse.identity.external.errors import ProviderFault

# The objects in which systems keep application data about users.
NESTED = ("app_metadata", "user_metadata", "metadata")


def text_claim(claims: Any, name: str) -> str:
    value = claims.get(name) if isinstance(claims, dict) else None
    return value if isinstance(value, str) and "\x00" not in value else ""


def boolean_claim(claims: Any, name: str) -> bool:
    value = claims.get(name) if isinstance(claims, dict) else None
    return value is True or value == "true"


def find_claim(claims: Any, field: str | None) -> Any:
    """The field itself, as a custom attribute, or in the nested application data."""
    if not field or not isinstance(claims, dict):
        return None
    nested = [claims[name] for name in NESTED if isinstance(claims.get(name), dict)]
    for where, name in (
        (claims, field),
        (claims, f"custom:{field}"),
        *((n, field) for n in nested),
    ):
        if where.get(name) is not None:
            return where[name]
    return None


def unexpected_answer(status: int, detail: str) -> ProviderFault:
    """The fault for a response that neither accepts nor rejects the password: the system fails, or is
    misconfigured."""
    return ProviderFault("unreachable" if status >= 500 else "refused", detail)
