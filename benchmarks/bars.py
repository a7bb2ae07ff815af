"""The budgets that this run can judge, each as a ratio within the run or an upper limit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks.contestants import (
    CLIENT_CREDENTIALS,
    CODE,
    HEARTBEAT,
    INTROSPECTION,
    LICENSES,
    LOGIN,
    ME,
    REFRESH,
    USERS,
    VALIDATE,
)
from benchmarks.measure import Sample
from benchmarks.tenants import COUNTS


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything measured: medians by scenario and contestant, and each server's start and memory."""

    samples: Mapping[tuple[str, str], Sample]
    half_load: Mapping[tuple[str, str], Sample]
    by_tenants: Mapping[tuple[str, int], Sample]
    start_seconds: Mapping[str, float]
    idle_megabytes: Mapping[str, float]
    hash_cpu: float

    def rate(self, scenario: str, contestant: str) -> float:
        """Requests per second of server core; 0 when not measured."""
        found = self.samples.get((scenario, contestant))
        return found.per_core_second if found else 0.0


@dataclass(frozen=True, slots=True)
class Bar:
    """`limit` is a least ratio, or with `most` an upper limit; `measure` gives None when unknown."""

    text: str
    limit: float
    measure: Callable[[Outcome], float | None]
    most: bool = False

    def verdict(self, outcome: Outcome) -> str:
        value = self.measure(outcome)
        if value is None:
            return "not measured"
        return (
            "holds"
            if (value <= self.limit if self.most else value >= self.limit)
            else "FALLS SHORT"
        )


def against(scenario: str, *peers: str) -> Callable[[Outcome], float | None]:
    """Gatehouse's rate over that of the fastest of the peers."""

    def ratio(outcome: Outcome) -> float | None:
        ours = outcome.rate(scenario, "gatehouse")
        best = max(outcome.rate(scenario, peer) for peer in peers)
        return ours / best if ours and best else None

    return ratio


def share_of_hashing(outcome: Outcome) -> float | None:
    ours = outcome.rate(LOGIN, "gatehouse")
    return ours * outcome.hash_cpu / 1e6 if ours and outcome.hash_cpu else None


def p95_at_half_load(scenario: str) -> Callable[[Outcome], float | None]:
    def latency(outcome: Outcome) -> float | None:
        found = outcome.half_load.get((scenario, "gatehouse"))
        return found.p95 if found else None

    return latency


def p99_at_half_load(scenario: str) -> Callable[[Outcome], float | None]:
    def latency(outcome: Outcome) -> float | None:
        found = outcome.half_load.get((scenario, "gatehouse"))
        return found.p99 if found else None

    return latency


def beside(scenario: str, other: str) -> Callable[[Outcome], float | None]:
    """Gatehouse's rate over its rate of another call."""

    def ratio(outcome: Outcome) -> float | None:
        rate, usual = outcome.rate(scenario, "gatehouse"), outcome.rate(other, "gatehouse")
        return rate / usual if rate and usual else None

    return ratio


def growth(scenario: str) -> Callable[[Outcome], float | None]:
    """Median latency with many tenants over that with few."""

    def ratio(outcome: Outcome) -> float | None:
        few, many = (outcome.by_tenants.get((scenario, count)) for count in COUNTS)
        return many.p50 / few.p50 if few and many else None

    return ratio


BARS = (
    Bar("login / better-auth", 1.2, against(LOGIN, "better-auth")),
    Bar("login / hashing alone", 0.9, share_of_hashing),
    Bar("refresh / oidc-provider", 3.0, against(REFRESH, "oidc-provider")),
    Bar("client credentials / oidc-provider", 1.5, against(CLIENT_CREDENTIALS, "oidc-provider")),
    Bar("code / oidc-provider", 1.5, against(CODE, "oidc-provider")),
    Bar("introspection / oidc-provider", 1.5, against(INTROSPECTION, "oidc-provider")),
    Bar("me / fastest peer", 1.5, against(ME, "better-auth", "oidc-provider")),
    Bar("users list p95 at half load, ms", 50, p95_at_half_load(USERS), most=True),
    Bar("licenses p95 at half load, ms", 50, p95_at_half_load(LICENSES), most=True),
    Bar("validate / me", 1.0, beside(VALIDATE, ME)),
    Bar("validate p99 at half load, ms", 10, p99_at_half_load(VALIDATE), most=True),
    Bar("heartbeat p99 at half load, ms", 10, p99_at_half_load(HEARTBEAT), most=True),
    Bar("refresh p50, 10,000 tenants / 10", 1.2, growth(REFRESH), most=True),
    Bar("me p50, 10,000 tenants / 10", 1.2, growth(ME), most=True),
    Bar("cold start to ready, s", 1.0, lambda o: o.start_seconds.get("gatehouse"), most=True),
    Bar("idle memory, MB", 120, lambda o: o.idle_megabytes.get("gatehouse"), most=True),
)
CEILINGS = tuple(
    (f"{scenario} / ceiling", against(scenario, "ceiling"))
    for scenario in (REFRESH, ME, USERS, LICENSES, VALIDATE, HEARTBEAT)
)
