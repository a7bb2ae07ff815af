"""Brand colors, as vendors write them: #hex, rgb, rgba, hsl, hsla and color(); never a name."""

import re
from collections.abc import Iterator, Sequence
from colorsys import hls_to_rgb
from itertools import pairwise
from typing import Any

DEFAULT_ACCENT = "#2b50c8"
LIGHT, DARK = "#ffffff", "#14161c"

HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
# Nothing that ends a declaration, an attribute or an element fits in.
FUNCTION = re.compile(r"(rgba?|hsla?|color)\(([\w\s.,%/+-]{1,80})\)", re.IGNORECASE)
NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(%|deg)?")

Rgb = tuple[float, float, float]


def to_hex(color: str) -> str | None:
    """`#rrggbb`, transparency left out; None for what is no color. A color outside of sRGB becomes one
    inside that is near."""
    rgb = _parse_color(color.strip())
    if rgb is None:
        return None
    return "#" + "".join(f"{round(min(max(part, 0), 1) * 255):02x}" for part in rgb)


def choose_ink(background: str) -> str:
    """Black or white, whichever is easier to read on this `#rrggbb`."""
    return max((LIGHT, DARK), key=lambda ink: _contrast_ratio(ink, background))


def _parse_color(color: str) -> Rgb | None:
    if found := HEX.fullmatch(color):
        digits = found[1] if len(found[1]) > 4 else "".join(2 * digit for digit in found[1])
        red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
        return red, green, blue
    if found := FUNCTION.fullmatch(color):
        return _parse_color_function(found[1].lower().rstrip("a"), found[2])
    return None


def _parse_color_function(name: str, written: str) -> Rgb | None:
    if name == "color":  # its first word names the space
        written = written.strip().partition(" ")[2]
    parts = re.split(r"[\s,/]+", written.strip())
    numbers = [NUMBER.fullmatch(part) for part in parts]
    if not 3 <= len(parts) <= 4 or None in numbers:
        return None
    values = [(float(one[1]), one[2]) for one in numbers if one]
    if name == "hsl":
        (hue, _), (saturation, _), (lightness, _) = values[:3]
        return hls_to_rgb(hue / 360 % 1, lightness / 100, saturation / 100)
    whole = 255 if name == "rgb" else 1
    red, green, blue = (value / (100 if unit == "%" else whole) for value, unit in values[:3])
    return red, green, blue


def _contrast_ratio(one: str, other: str) -> float:
    """WCAG 2.2, from 1 to 21."""
    darker, lighter = sorted((_relative_luminance(one), _relative_luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _relative_luminance(color: str) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(color[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# Other keys of a palette hold no color.
COLORS = frozenset(
    {"primary", "secondary", "danger", "info", "success", "warning", "error", "grey", "loader"}
)


def is_color(value: object) -> bool:
    """Whether the value is a color in a notation that vendors use; color names are not accepted."""
    return isinstance(value, str) and to_hex(value) is not None


def is_color_path(keys: Sequence[str]) -> bool:
    """Whether at this path there can only be a color: `…/palette/primary`, `…/palette/primary/main`."""
    return any(name == "palette" and color in COLORS for name, color in pairwise(keys))


def find_wrong_colors(look: Any, *above: str) -> Iterator[str]:
    """The paths of a look at which there is no color although there should be one."""
    if isinstance(look, dict):
        for name, value in look.items():
            yield from find_wrong_colors(value, *above, name)
    elif look is not None and is_color_path(above) and not is_color(look):
        yield ".".join(above)
