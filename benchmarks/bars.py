"""The budgets that a run can judge.

A ratio compares CPU time of server and database together, within the run. A limit in microseconds or
milliseconds holds for the machine that docs/performance.md names.
"""

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

    def total(self, scenario: str, contestant: str) -> float | None:
        """Microseconds of CPU for a request, server and database."""
        found = self.samples.get((scenario, contestant))
        return found.total_cpu if found else None


Measure = Callable[[Outcome], float | None]
MISSED = "MISSED"


@dataclass(frozen=True, slots=True)
class Bar:
    """`limit` is a least ratio, or with `most` an upper limit; `measure` gives None when unknown."""

    text: str
    limit: float
    measure: Measure
    most: bool = False

    def verdict(self, outcome: Outcome) -> str:
        value = self.measure(outcome)
        if value is None:
            return "not measured"
        is_met = value <= self.limit if self.most else value >= self.limit
        return "holds" if is_met else MISSED


def against(scenario: str, *others: str) -> Measure:
    """What a request costs the least expensive of the others, over what it costs Gatehouse."""

    def ratio(outcome: Outcome) -> float | None:
        ours = outcome.total(scenario, "gatehouse")
        theirs = [cost for other in others if (cost := outcome.total(scenario, other))]
        return min(theirs) / ours if ours and theirs else None

    return ratio


def share_of_hashing(outcome: Outcome) -> float | None:
    found = outcome.samples.get((LOGIN, "gatehouse"))
    return outcome.hash_cpu / found.server_cpu if found else None


def server_cpu(scenario: str) -> Measure:
    return _figure(scenario, lambda sample: sample.server_cpu)


def database_cpu(scenario: str) -> Measure:
    return _figure(scenario, lambda sample: sample.database_cpu)


def _figure(scenario: str, read: Callable[[Sample], float]) -> Measure:
    def figure(outcome: Outcome) -> float | None:
        found = outcome.samples.get((scenario, "gatehouse"))
        return read(found) if found else None

    return figure


def p95_at_half_load(scenario: str) -> Measure:
    return _latency(scenario, lambda sample: sample.p95)


def p99_at_half_load(scenario: str) -> Measure:
    return _latency(scenario, lambda sample: sample.p99)


def _latency(scenario: str, read: Callable[[Sample], float]) -> Measure:
    def latency(outcome: Outcome) -> float | None:
        found = outcome.half_load.get((scenario, "gatehouse"))
        return read(found) if found else None

    return latency


def growth(scenario: str, tenants: int) -> Measure:
    """Median latency with so many tenants over that with few."""

    def ratio(outcome: Outcome) -> float | None:
        few, many = (outcome.by_tenants.get((scenario, count)) for count in (COUNTS[0], tenants))
        return many.p50 / few.p50 if few and many else None

    return ratio


def start_against_ceiling(contestant: str) -> Measure:
    def ratio(outcome: Outcome) -> float | None:
        ours, bare = (outcome.start_seconds.get(name) for name in (contestant, "ceiling"))
        return ours / bare if ours and bare else None

    return ratio


def idle_megabytes(contestant: str) -> Measure:
    return lambda outcome: outcome.idle_megabytes.get(contestant)


BARS = (
    Bar("login: better-auth / Gatehouse", 1.2, against(LOGIN, "better-auth")),
    Bar("login: hashing alone / server", 0.9, share_of_hashing),
    Bar("refresh: oidc-provider / Gatehouse", 1.8, against(REFRESH, "oidc-provider")),
    Bar(
        "client credentials: oidc-provider / Gatehouse",
        2.0,
        against(CLIENT_CREDENTIALS, "oidc-provider"),
    ),
    Bar("code: oidc-provider / Gatehouse", 1.2, against(CODE, "oidc-provider")),
    Bar("introspection: oidc-provider / Gatehouse", 1.7, against(INTROSPECTION, "oidc-provider")),
    Bar("me: least expensive peer / Gatehouse", 1.4, against(ME, "better-auth", "oidc-provider")),
    Bar("users: server, µs", 1000, server_cpu(USERS), most=True),
    Bar("users: database, µs", 2500, database_cpu(USERS), most=True),
    Bar("users: p95 at half load, ms", 30, p95_at_half_load(USERS), most=True),
    Bar("licenses: server, µs", 700, server_cpu(LICENSES), most=True),
    Bar("licenses: database, µs", 500, database_cpu(LICENSES), most=True),
    Bar("licenses: p95 at half load, ms", 50, p95_at_half_load(LICENSES), most=True),
    Bar("validate: server, µs", 300, server_cpu(VALIDATE), most=True),
    Bar("validate: database, µs", 200, database_cpu(VALIDATE), most=True),
    Bar("validate: p99 at half load, ms", 10, p99_at_half_load(VALIDATE), most=True),
    Bar("heartbeat: server, µs", 450, server_cpu(HEARTBEAT), most=True),
    Bar("heartbeat: database, µs", 350, database_cpu(HEARTBEAT), most=True),
    Bar("heartbeat: p99 at half load, ms", 10, p99_at_half_load(HEARTBEAT), most=True),
    *(
        Bar(f"{scenario}: p50, {count:,} tenants / 10", 1.1, growth(scenario, count), most=True)
        for count in COUNTS[1:]
        for scenario in (REFRESH, ME)
    ),
    Bar("start to ready / ceiling", 1.2, start_against_ceiling("gatehouse"), most=True),
    Bar("demo's start to ready / ceiling", 2.0, start_against_ceiling("demo"), most=True),
    Bar("idle memory, MB", 110, idle_megabytes("gatehouse"), most=True),
    Bar("demo's memory, all processes, MB", 170, idle_megabytes("demo"), most=True),
)
CEILINGS = tuple(
    (f"{scenario}: ceiling / Gatehouse", against(scenario, "ceiling"))
    for scenario in (REFRESH, ME, USERS, LICENSES, VALIDATE, HEARTBEAT)
)
