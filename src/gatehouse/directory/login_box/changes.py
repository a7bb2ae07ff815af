"""Applying changes to a login box configuration. Pure functions.

The pages are served from the vendor's domain, so an account sets styles and texts only, nothing that loads
or runs something there.
"""

import re
from collections.abc import Iterable
from typing import Any

from gatehouse.directory.login_box.errors import LoginBoxRefused
from gatehouse.directory.login_box.schemas import BoxAction
from gatehouse.vendor.brand.color import is_color, stands_for_color

LOOKS = frozenset({"theme", "themeV2"})
WORDS = "localizations"
# Characters and functions that would end a CSS declaration, or load something in it.
NO_STYLE = re.compile(r"[<>{};\\@]|url\s*\(|expression\s*\(|/\*", re.IGNORECASE)
NO_WORDS = re.compile(r"[<>]")


def apply_actions(before: dict[str, Any], actions: Iterable[BoxAction]) -> dict[str, Any]:
    """Apply the actions in order; a value replaces a group, and a group replaces a value. Raises
    `LoginBoxRefused`."""
    after = before
    for action in actions:
        keys = action.type.split("/")
        _check_value(action.type, keys[0], action.payload)
        after = _set_value(after, keys, action.payload)
    return after


def _check_value(path: str, root: str, value: object) -> None:
    if root != WORDS and root not in LOOKS:
        raise LoginBoxRefused("An account sets theme, themeV2 and localizations", path=path)
    refused = NO_WORDS if root == WORDS else NO_STYLE
    if isinstance(value, str) and refused.search(value):
        raise LoginBoxRefused("This value may not stand here", path=path)
    may_be_no_color = value is None or root == WORDS or not stands_for_color(path.split("/"))
    if not may_be_no_color and not is_color(value):
        raise LoginBoxRefused("This must be a color, such as #2f5d50", path=path)


def _set_value(tree: Any, keys: list[str], value: Any) -> dict[str, Any]:
    branches: dict[str, Any] = dict(tree) if isinstance(tree, dict) else {}
    first, *rest = keys
    inner = _set_value(branches.get(first), rest, value) if rest else value
    if inner is None or inner == {}:
        branches.pop(first, None)
    else:
        branches[first] = inner
    return branches
