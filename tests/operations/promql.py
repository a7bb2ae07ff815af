"""As much of Prometheus' language as the rules and the dashboard use, on what `/metrics` said a few times.

`increase` is the difference between the first and the last look: Prometheus also extends it to the edges of
the window, which changes no comparison with what has not happened.
"""

import math
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]
Vector = dict[Labels, float]
Value = Vector | float

TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<operator>==|!=|<=|>=|[<>*/,()+-])"
    r"|(?P<name>[a-zA-Z_]\w*)|(?P<matchers>\{[^}]*\})|(?P<window>\[\d+[smhd]\]))"
)
MATCHER = re.compile(r'(\w+)(=~|!~|!=|=)"([^"]*)"')
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
    "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "/": lambda a, b: a / b if b else math.nan,
    "*": operator.mul, "+": operator.add, "-": operator.sub,
}  # fmt: skip
AGGREGATIONS: dict[str, Callable[[list[float]], float]] = {
    "sum": sum, "max": max, "min": min, "count": len,
}  # fmt: skip


@dataclass(frozen=True)
class Look:
    """What one process said at a time, in seconds."""

    at: float
    series: Vector  # the name is a label, as Prometheus has it


def look(at: float, page: str | None, **labels: str) -> Look:
    """Samples of a page of `/metrics`; without a page, that the server was down."""
    own = set(labels.items())
    series: Vector = {frozenset({("__name__", "up"), *own}): float(page is not None)}
    for family in text_string_to_metric_families(page or ""):
        for sample in family.samples:
            key = frozenset({("__name__", sample.name), *sample.labels.items(), *own})
            series[key] = sample.value
    return Look(at, series)


def holds(expression: str, looks: list[Look]) -> bool:
    """Whether an alert with this expression would be on, at the last look."""
    return bool(evaluate(expression, looks))


def evaluate(expression: str, looks: list[Look]) -> Value:
    return _Parser(expression, looks).whole()


def names(expression: str) -> set[str]:
    """The series that it reads: whatever stands where a series may."""
    found: set[str] = set()
    _Parser(expression, [Look(0, {})], found).whole()
    return found


class _Parser:
    """Evaluates while it reads: `and`, then comparisons, then sums, then products."""

    def __init__(self, text: str, looks: list[Look], seen: set[str] | None = None) -> None:
        self._tokens = list(_tokens(text))
        self._looks = looks
        self._seen = seen if seen is not None else set()

    def whole(self) -> Value:
        value = self._both()
        assert not self._tokens, self._tokens
        return value

    def _next(self) -> tuple[str, str]:
        return self._tokens[0] if self._tokens else ("", "")

    def _take(self, *wanted: str) -> str:
        _, text = self._next()
        if wanted and text not in wanted:
            return ""
        self._tokens.pop(0)
        return text

    def _both(self) -> Value:
        left = self._compared()
        while self._take("and"):
            right = self._compared()
            assert isinstance(left, dict)
            assert isinstance(right, dict)
            left = {key: value for key, value in left.items() if key in right}
        return left

    def _compared(self) -> Value:
        left = self._added()
        if sign := self._take(*COMPARISONS):
            return _filtered(left, self._added(), COMPARISONS[sign])
        return left

    def _added(self) -> Value:
        left = self._multiplied()
        while sign := self._take("+", "-"):
            left = _combined(left, self._multiplied(), ARITHMETIC[sign])
        return left

    def _multiplied(self) -> Value:
        left = self._one()
        while sign := self._take("*", "/"):
            left = _combined(left, self._one(), ARITHMETIC[sign])
        return left

    def _one(self) -> Value:
        kind, text = self._next()
        self._take()
        if kind == "number":
            return float(text)
        if text == "(":
            value = self._both()
            assert self._take(")")
            return value
        assert kind == "name", text
        if text in AGGREGATIONS:
            return self._aggregated(AGGREGATIONS[text])
        if text in ("rate", "increase"):
            return self._grown(text)
        if text in ("histogram_quantile", "topk"):
            return self._with_number(text)
        return self._selected(text)

    def _aggregated(self, combine: Callable[[list[float]], float]) -> Vector:
        by = self._by()
        assert self._take("(")
        inner = self._both()
        assert self._take(")")
        assert isinstance(inner, dict)
        groups: dict[Labels, list[float]] = {}
        for key, value in inner.items():
            groups.setdefault(frozenset(pair for pair in key if pair[0] in by), []).append(value)
        return {key: float(combine(values)) for key, values in groups.items()}

    def _by(self) -> set[str]:
        labels: set[str] = set()
        if self._take("by"):
            assert self._take("(")
            while not self._take(")"):
                labels.add(self._take())
                self._take(",")
        return labels

    def _with_number(self, function: str) -> Vector:
        assert self._take("(")
        number = float(self._take())
        assert self._take(",")
        inner = self._both()
        assert self._take(")")
        assert isinstance(inner, dict)
        if function == "histogram_quantile":
            return _quantiles(number, inner)
        ordered = sorted(inner.items(), key=lambda pair: pair[1], reverse=True)
        return dict(ordered[: int(number)])

    def _grown(self, function: str) -> Vector:
        assert self._take("(")
        name, matchers = self._take(), self._matchers()
        window = self._take()
        assert self._take(")")
        self._seen.add(name)
        seconds = int(window[1:-2]) * SECONDS[window[-2]]
        since = self._looks[-1].at - seconds
        first: Vector = {}
        for one in self._looks:
            if one.at >= since:
                first = _of(one, name, matchers) | first
        last = _of(self._looks[-1], name, matchers)
        share = seconds if function == "rate" else 1
        return {key: (value - first[key]) / share for key, value in last.items()}

    def _selected(self, name: str) -> Vector:
        self._seen.add(name)
        return _of(self._looks[-1], name, self._matchers())

    def _matchers(self) -> list[tuple[str, str, str]]:
        kind, text = self._next()
        if kind != "matchers":
            return []
        self._take()
        return MATCHER.findall(text)


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    position, text = 0, text.strip()
    while position < len(text):
        found = TOKEN.match(text, position)
        assert found, text[position:]
        position = found.end()
        assert found.lastgroup
        yield found.lastgroup, found[found.lastgroup]


def _of(one: Look, name: str, matchers: list[tuple[str, str, str]]) -> Vector:
    return {
        frozenset(pair for pair in key if pair[0] != "__name__"): value
        for key, value in one.series.items()
        if ("__name__", name) in key and all(_fits(dict(key), *each) for each in matchers)
    }


def _fits(labels: dict[str, str], name: str, sign: str, wanted: str) -> bool:
    value = labels.get(name, "")
    is_same = bool(re.fullmatch(wanted, value)) if "~" in sign else value == wanted
    return is_same != sign.startswith("!")


def _combined(left: Value, right: Value, combine: Callable[[float, float], float]) -> Value:
    if isinstance(left, float) and isinstance(right, float):
        return combine(left, right)
    if isinstance(left, float):
        assert isinstance(right, dict)
        return {key: combine(left, value) for key, value in right.items()}
    if isinstance(right, float):
        return {key: combine(value, right) for key, value in left.items()}
    return {key: combine(value, right[key]) for key, value in left.items() if key in right}


def _filtered(left: Value, right: Value, compare: Callable[[float, float], bool]) -> Vector:
    assert isinstance(left, dict)
    if isinstance(right, float):
        return {key: value for key, value in left.items() if compare(value, right)}
    return {k: value for k, value in left.items() if k in right and compare(value, right[k])}


def _quantiles(share: float, buckets: Vector) -> Vector:
    groups: dict[Labels, list[tuple[float, float]]] = {}
    for key, count in buckets.items():
        rest = frozenset(pair for pair in key if pair[0] != "le")
        groups.setdefault(rest, []).append((float(dict(key)["le"]), count))
    return {key: _quantile(share, sorted(group)) for key, group in groups.items()}


def _quantile(share: float, buckets: list[tuple[float, float]]) -> float:
    wanted = share * buckets[-1][1]
    below, under = 0.0, 0.0
    for limit, count in buckets:
        if count >= wanted and count > under:
            if math.isinf(limit):
                return below
            return below + (limit - below) * (wanted - under) / (count - under)
        below, under = limit, count
    return math.nan
