"""Which route a call is, and whether its caller may make it. Pure.

A segment `{id}` or `:id` is any one segment; a `*` at the end is any rest, also none.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gatehouse.access.permissions import grants
from gatehouse.management.api_routes.models import ApiRoute

LITERAL, PARAMETER = 100, 10
# Servers take `.` and `..` as steps, however they are written, and some a backslash for a slash.
DOTS = re.compile(r"(?:^|/|\\|%2f|%5c)(?:\.|%2e){1,2}(?:$|/|\\|%2f|%5c|;)", re.IGNORECASE)


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


def fits(route: ApiRoute, method: str, path: str) -> bool:
    if route.method not in ("*", method):
        return False
    wanted, given = _segments(route.path), _segments(path)
    if wanted[-1:] == ["*"]:
        wanted, given = wanted[:-1], given[: len(wanted) - 1]
    return len(wanted) == len(given) and all(
        _is_parameter(one) or one == other for one, other in zip(wanted, given, strict=True)
    )


def decide(
    routes: Iterable[ApiRoute],
    method: str,
    path: str,
    permissions: Sequence[str],
    features: Sequence[str],
) -> Decision:
    """By the first route that fits, of those in the order in which they count. A call of none is refused:
    what nobody thought of is not open, and no address that leads elsewhere than it says."""
    leads_elsewhere = DOTS.search(path.partition("?")[0]) is not None
    route = next((one for one in routes if not leads_elsewhere and fits(one, method, path)), None)
    if route is None or route.policy_type == "deny":
        return Decision(False, route, [])
    if route.policy_type == "allow":
        return Decision(True, route, [])
    missing = [one for one in route.rules if not _holds(one, permissions, features)]
    return Decision(not missing, route, missing)


def _holds(rule: dict[str, Any], permissions: Sequence[str], features: Sequence[str]) -> bool:
    if rule["type"] == "permission":
        return any(grants(held, rule["value"]) for held in permissions)
    return rule["value"] in features


def _segments(path: str) -> list[str]:
    return [one for one in path.partition("?")[0].split("/") if one]


def _is_parameter(segment: str) -> bool:
    return segment.startswith(":") or (segment.startswith("{") and segment.endswith("}"))
