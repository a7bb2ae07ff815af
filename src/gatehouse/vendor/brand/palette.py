"""Which values of a look are colors (wire reference §9)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from gatehouse.vendor.brand.color import to_hex

# Other keys of a palette hold no color.
COLORS = frozenset(
    {"primary", "secondary", "danger", "info", "success", "warning", "error", "grey", "loader"}
)


def is_color(value: object) -> bool:
    """Whether the value is a color in a notation that vendors use; color names are not accepted."""
    return isinstance(value, str) and to_hex(value) is not None


def stands_for_color(keys: Sequence[str]) -> bool:
    """Whether at this path there can only be a color: `…/palette/primary`, `…/palette/primary/main`."""
    return any(name == "palette" and color in COLORS for name, color in pairwise(keys))


def wrong_colors(look: Any, *above: str) -> Iterator[str]:
    """The paths of a look at which there is no color although there should be one."""
    if isinstance(look, dict):
        for name, value in look.items():
            yield from wrong_colors(value, *above, name)
    elif look is not None and stands_for_color(above) and not is_color(look):
        yield ".".join(above)
