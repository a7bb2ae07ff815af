"""Which route a call is, and whether its caller may make it. Pure.

A segment `{id}` or `:id` is any one segment; a `*` at the end is any rest, also none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from gatehouse.access.permissions import grants_permission
from gatehouse.entitlements.models import ApiRoute

LITERAL, PARAMETER = 100, 10
# Of a path as it arrived: some servers end it at `#`, take a host from `//`, or keep a `%` that encodes
# nothing.
AMBIGUOUS = re.compile(r"^//|#|%(?![0-9a-f]{2})", re.IGNORECASE)
# Of a decoded segment: steps, separators, path parameters, control characters, what is encoded twice, and
# octets that are no UTF-8.
AMBIGUOUS_SEGMENT = re.compile(r"^\.\.?$|[/\\;\x00-\x1f\x7f\ufffd]|%[0-9a-f]{2}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AccessDecision:
    """`missing`: the rules that do not hold."""

    allowed: bool
    route: ApiRoute | None
    missing: list[dict[str, Any]]


def compute_route_priority(method: str, path: str) -> int:
    """Priority of a route: a more specific path takes precedence."""
    segments = [one for one in _split_path(path) if one != "*"]
    said = sum(PARAMETER if _is_parameter(one) else LITERAL for one in segments)
    return said + (method != "*")


def matches_route(route: ApiRoute, method: str, path: str, *, ignores_case: bool = False) -> bool:
    """Segments are compared decoded, as servers compare them (RFC 3986 section 6.2.2.2)."""
    return _matches_segments(route, method, _decode_segments(path), ignores_case=ignores_case)


def _matches_segments(
    route: ApiRoute, method: str, given: Sequence[str], *, ignores_case: bool
) -> bool:
    if route.method not in ("*", method):
        return False
    wanted = _split_path(route.path)
    if wanted[-1:] == ["*"]:
        wanted, given = wanted[:-1], given[: len(wanted) - 1]
    spelled = str.casefold if ignores_case else str
    return len(wanted) == len(given) and all(
        _is_parameter(one) or spelled(unquote(one)) == spelled(other)
        for one, other in zip(wanted, given, strict=True)
    )


def decide_access(
    routes: Sequence[ApiRoute],
    method: str,
    path: str,
    permissions: Sequence[str],
    features: Sequence[str],
) -> AccessDecision:
    """Decide by the first route that fits, of `routes` in the order in which they count. A call that fits no
    route is refused, and so is a path that servers read in different ways. Some servers ignore case, so the
    first route that fits without it must allow the call too. HEAD is decided as GET, by which servers
    answer it (RFC 9110 section 9.3.2)."""
    if method == "HEAD":
        method = "GET"
    segments = _decode_segments(path)
    if _is_ambiguous(path, segments):
        return AccessDecision(False, None, [])
    first = _find_route(routes, method, segments, ignores_case=False)
    decision = _decide_by_route(first, permissions, features)
    if not decision.allowed:
        return decision
    first = _find_route(routes, method, segments, ignores_case=True)
    other = _decide_by_route(first, permissions, features)
    return decision if other.allowed else other


def _find_route(
    routes: Sequence[ApiRoute], method: str, segments: Sequence[str], *, ignores_case: bool
) -> ApiRoute | None:
    return next(
        (
            one
            for one in routes
            if _matches_segments(one, method, segments, ignores_case=ignores_case)
        ),
        None,
    )


def _decide_by_route(
    route: ApiRoute | None, permissions: Sequence[str], features: Sequence[str]
) -> AccessDecision:
    if route is None or route.policy_type == "deny":
        return AccessDecision(False, route, [])
    if route.policy_type == "allow":
        return AccessDecision(True, route, [])
    missing = [one for one in route.rules if not _satisfies_rule(one, permissions, features)]
    return AccessDecision(not missing, route, missing)


def _is_ambiguous(path: str, segments: Sequence[str]) -> bool:
    """Whether servers would read the path in different ways."""
    return AMBIGUOUS.search(path.partition("?")[0]) is not None or any(
        AMBIGUOUS_SEGMENT.search(one) for one in segments
    )


def _satisfies_rule(
    rule: dict[str, Any], permissions: Sequence[str], features: Sequence[str]
) -> bool:
    if rule["type"] == "permission":
        return any(grants_permission(held, rule["value"]) for held in permissions)
    return rule["value"] in features


def _split_path(path: str) -> list[str]:
    return [one for one in path.partition("?")[0].split("/") if one]


def _decode_segments(path: str) -> list[str]:
    return [unquote(one) for one in _split_path(path)]


def _is_parameter(segment: str) -> bool:
    return segment.startswith(":") or (segment.startswith("{") and segment.endswith("}"))
