"""What a system says of somebody, read with care: any of it may be missing or something else. What could not
be stored counts as missing."""

from typing import Any

from gatehouse.identity.external.errors import ProviderFault

# Where systems keep what an application says of its people.
NESTED = ("app_metadata", "user_metadata", "metadata")


def text_claim(claims: Any, name: str) -> str:
    value = claims.get(name) if isinstance(claims, dict) else None
    return value if isinstance(value, str) and "\x00" not in value else ""


def boolean_claim(claims: Any, name: str) -> bool:
    value = claims.get(name) if isinstance(claims, dict) else None
    return value is True or value == "true"


def find_claim(claims: Any, field: str | None) -> Any:
    """The field itself, as a custom one, or in what the application keeps there."""
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
    """An answer that is neither yes nor no: of a system that is broken, or was asked wrongly."""
    return ProviderFault("unreachable" if status >= 500 else "refused", detail)
