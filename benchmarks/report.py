"""The tables that a run prints and, when asked, saves."""

import subprocess
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.bars import BARS, CEILINGS, Outcome
from benchmarks.contestants import SCENARIOS
from benchmarks.measure import Sample
from benchmarks.process import machine

HEAD = (
    "scenario",
    "server",
    "per core-second",
    "server µs",
    "database µs",
    "requests/s",
    "foreign",
)
LATENCY = ("p50 ms", "p95 ms", "p99 ms")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table that also reads well in a terminal."""
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in lines
    )


def measured(scenario: str, name: str, sample: Sample) -> list[str]:
    figures = sample.per_core_second, sample.server_cpu, sample.database_cpu, sample.per_second
    latency = sample.p50, sample.p95, sample.p99
    shown = [f"{value:,.0f}" for value in figures]
    return [scenario, name, *shown, f"{sample.foreign:.0%}", *(f"{value:.1f}" for value in latency)]


def scenario_table(outcome: Outcome) -> str:
    ordered = sorted(outcome.samples.items(), key=lambda item: SCENARIOS.index(item[0][0]))
    return table((*HEAD, *LATENCY), (measured(*key, sample) for key, sample in ordered))


def half_load_table(outcome: Outcome) -> str:
    return table(
        (*HEAD, *LATENCY), (measured(*k, sample) for k, sample in outcome.half_load.items())
    )


def tenants_table(outcome: Outcome) -> str:
    return table(
        (*HEAD, *LATENCY),
        (
            measured(f"{scenario}, {count:,} tenants", "gatehouse", sample)
            for (scenario, count), sample in outcome.by_tenants.items()
        ),
    )


def bar_table(outcome: Outcome) -> str:
    rows = []
    for bar in BARS:
        value = bar.measure(outcome)
        sign = "≤" if bar.most else "≥"
        shown = "—" if value is None else f"{value:.2f}"
        rows.append((bar.text, f"{sign} {bar.limit:g}", shown, bar.verdict(outcome)))
    for text, measure in CEILINGS:
        value = measure(outcome)
        rows.append((text, "", "—" if value is None else f"{value:.2f}", ""))
    return table(("bar", "limit", "measured", "verdict"), rows)


def start_table(outcome: Outcome) -> str:
    rows = [
        (name, f"{seconds:.2f}", f"{outcome.idle_megabytes[name]:.0f}")
        for name, seconds in outcome.start_seconds.items()
    ]
    return table(("server", "start to ready, s", "idle memory, MB"), rows)


def render(outcome: Outcome, conditions: str) -> str:
    parts = [
        f"Hashing alone: {outcome.hash_cpu:,.0f} µs of CPU per verification.",
        scenario_table(outcome),
        "At half of that load, paced:\n\n" + half_load_table(outcome) if outcome.half_load else "",
        "Few tenants and many, paced:\n\n" + tenants_table(outcome) if outcome.by_tenants else "",
        bar_table(outcome),
        start_table(outcome),
        conditions,
    ]
    return "\n\n".join(part for part in parts if part)


def save(path: Path, text: str) -> None:
    revision = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    title = f"# Benchmark of {datetime.now(UTC):%Y-%m-%d}, revision {revision or 'unknown'}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{title}\n\nMachine: {machine()}.\n\n{text}\n")
