"""Which route a call is, and whether its caller may make it. Pure.

A segment `{id}` or `:id` is any one segment; a `*` at the end is any rest, also none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from gatehouse.access.permissions import grants
from gatehouse.management.api_routes.models import ApiRoute

LITERAL, PARAMETER = 100, 10
# Servers read these in different ways: path parameters, backslashes, encoded separators, control characters,
# octets that are encoded twice, and percent signs that encode nothing.
AMBIGUOUS = re.compile(
    r"[;\\]|%(?:2f|5c|3b|25[0-9a-f]{2}|[01][0-9a-f]|7f)|%(?![0-9a-f]{2})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Decision:
    """`missing`: the rules that do not hold."""

    allowed: bool
    route: ApiRoute | None
    missing: list[dict[str, Any]]


def priority(method: str, path: str) -> int:
    """The more is said, the sooner a route counts."""
    segments = [one for one in _segments(path) if one != "*"]
    said = sum(PARAMETER if _is_parameter(one) else LITERAL for one in segments)
    return said + (method != "*")


def fits(route: ApiRoute, method: str, path: str, *, ignores_case: bool = False) -> bool:
    """Segments are compared decoded, as servers compare them (RFC 3986 section 6.2.2.2)."""
    if route.method not in ("*", method):
        return False
    wanted, given = _segments(route.path), _segments(path)
    if wanted[-1:] == ["*"]:
        wanted, given = wanted[:-1], given[: len(wanted) - 1]
    spelled = str.casefold if ignores_case else str
    return len(wanted) == len(given) and all(
        _is_parameter(one) or spelled(unquote(one)) == spelled(unquote(other))
        for one, other in zip(wanted, given, strict=True)
    )


def decide(
    routes: Sequence[ApiRoute],
    method: str,
    path: str,
    permissions: Sequence[str],
    features: Sequence[str],
) -> Decision:
    """Decide by the first route that fits, of `routes` in the order in which they count. A call that fits no
    route is refused, and so is a path that servers read in different ways. Some servers ignore case, so the
    first route that fits without it must allow the call too."""
    if _is_ambiguous(path):
        return Decision(False, None, [])
    decision = _decide_by(_first(routes, method, path), permissions, features)
    if not decision.allowed:
        return decision
    other = _decide_by(_first(routes, method, path, ignores_case=True), permissions, features)
    return decision if other.allowed else other


def _first(
    routes: Sequence[ApiRoute], method: str, path: str, *, ignores_case: bool = False
) -> ApiRoute | None:
    return next((one for one in routes if fits(one, method, path, ignores_case=ignores_case)), None)


def _decide_by(
    route: ApiRoute | None, permissions: Sequence[str], features: Sequence[str]
) -> Decision:
    if route is None or route.policy_type == "deny":
        return Decision(False, route, [])
    if route.policy_type == "allow":
        return Decision(True, route, [])
    missing = [one for one in route.rules if not _holds(one, permissions, features)]
    return Decision(not missing, route, missing)


def _is_ambiguous(path: str) -> bool:
    return AMBIGUOUS.search(path.partition("?")[0]) is not None or any(
        unquote(one) in (".", "..") for one in _segments(path)
    )


def _holds(rule: dict[str, Any], permissions: Sequence[str], features: Sequence[str]) -> bool:
    if rule["type"] == "permission":
        return any(grants(held, rule["value"]) for held in permissions)
    return rule["value"] in features


def _segments(path: str) -> list[str]:
    return [one for one in path.partition("?")[0].split("/") if one]


def _is_parameter(segment: str) -> bool:
    return segment.startswith(":") or (segment.startswith("{") and segment.endswith("}"))
