"""The tables that a run prints and, when asked, saves."""

import subprocess
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from benchmarks.bars import BARS, CEILINGS, MISSED, Outcome
from benchmarks.contestants import SCENARIOS
from benchmarks.measure import ROOT, Sample
from benchmarks.process import machine

RESULTS = ROOT / "benchmarks" / "results"
QUIET = 0.05  # of the cores for other programs
HEAD = ("scenario", "server", "server µs", "database µs", "total µs", "requests/s", "foreign")
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
    figures = sample.server_cpu, sample.database_cpu, sample.total_cpu, sample.per_second
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
        sign = "≤" if bar.most else "≥"
        shown = show_figure(bar.measure(outcome))
        rows.append((bar.text, f"{sign} {bar.limit:,g}", shown, bar.verdict(outcome)))
    for text, measure in CEILINGS:
        rows.append((text, "", show_figure(measure(outcome)), ""))
    return table(("bar", "limit", "measured", "verdict"), rows)


def list_missed_bars(outcome: Outcome) -> str:
    missed = [
        f"{bar.text} {show_figure(bar.measure(outcome))} ({bar.limit:,g})"
        for bar in BARS
        if bar.verdict(outcome) == MISSED
    ]
    return "Missed, with the limit: " + "; ".join(missed) + "." if missed else "No bar is missed."


def show_figure(value: float | None) -> str:
    if value is None:
        return "—"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def start_table(outcome: Outcome) -> str:
    rows = [
        (name, f"{seconds:.2f}", f"{outcome.idle_megabytes[name]:.0f}")
        for name, seconds in outcome.start_seconds.items()
    ]
    return table(("server", "start to ready, s", "idle memory, MB"), rows)


def describe_load(outcome: Outcome, before: float) -> str:
    """How far the machine was this run's own."""
    foreign = median([sample.foreign for sample in outcome.samples.values()] or [0.0])
    text = f"Load average {before:.1f} before; others took {foreign:.0%} of both cores (median)."
    if foreign > QUIET:
        text += " **Not a quiet machine**: ratios count, microseconds and milliseconds do not."
    return text


def render(outcome: Outcome, head: Sequence[str]) -> str:
    parts = [
        "\n".join(f"- {line}" for line in (f"Machine: {machine()}.", *head)),
        f"Hashing alone: {outcome.hash_cpu:,.0f} µs of CPU per verification.",
        scenario_table(outcome),
        "At half of that load, paced:\n\n" + half_load_table(outcome) if outcome.half_load else "",
        "Few tenants and many, paced:\n\n" + tenants_table(outcome) if outcome.by_tenants else "",
        bar_table(outcome),
        list_missed_bars(outcome),
        start_table(outcome),
    ]
    return "\n\n".join(part for part in parts if part)


def default_path() -> Path:
    return RESULTS / f"{datetime.now(UTC):%Y-%m-%d}-{revision()}.md"


def revision() -> str:
    """The commit that was measured; with a plus sign when files differ from it."""
    command = ["git", "describe", "--always", "--exclude=*", "--dirty=+"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return done.stdout.strip() or "unknown"


def save(path: Path, text: str) -> None:
    title = f"# Benchmark of {datetime.now(UTC):%Y-%m-%d}, revision {revision()}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{title}\n\n{text}\n")
