"""Form-encoded bodies with brackets: `items[0][price]=price_1` is `{"items": [{"price": "price_1"}]}`."""

import re
from typing import Any
from urllib.parse import parse_qsl

from gatehouse_simulators.cards.errors import Body, CardRefusal

MOST_PAIRS = 1000
DEEPEST = 6
KEY = re.compile(r"[^\[\]]+(\[[^\[\]]*\])*")


def parse_form(text: str) -> Body:
    """Nested dicts and lists of texts. An empty text means no value."""
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_PAIRS, errors="strict")
    except ValueError as error:
        raise CardRefusal("Invalid request body") from error
    tree: Body = {}
    for name, value in pairs:
        if "\0" in value or "\0" in name:
            raise CardRefusal("Invalid string: NUL is not allowed", param=name.replace("\0", ""))
        _put_value(tree, name, value)
    return {name: _to_lists(value) for name, value in tree.items()}


def _put_value(tree: Body, name: str, value: str) -> None:
    if not KEY.fullmatch(name):
        raise CardRefusal(f"Invalid parameter name: {name}", param=name)
    first, *rest = name.replace("]", "").split("[")
    if len(rest) > DEEPEST:
        raise CardRefusal(f"Invalid parameter name: {name}", param=name)
    *path, last = first, *rest
    node = tree
    for part in path:
        node = node.setdefault(part or str(len(node)), {})
        if not isinstance(node, dict):
            raise _ambiguous_parameter(name)
    key = last or str(len(node))
    if isinstance(node.get(key), dict):
        raise _ambiguous_parameter(name)
    node[key] = value


def _ambiguous_parameter(name: str) -> CardRefusal:
    return CardRefusal(f"Invalid parameter: {name} is both a value and more", param=name)


def _to_lists(value: Any) -> Any:
    """Turn mappings whose keys are numbers into lists in that order."""
    if not isinstance(value, dict):
        return value
    inner = {name: _to_lists(each) for name, each in value.items()}
    if inner and all(name.isascii() and name.isdigit() and len(name) < 5 for name in inner):
        return [inner[name] for name in sorted(inner, key=int)]
    return inner
