"""Sampling: `make test` makes some of the requests and page visits, `make test-all` makes all of them."""

import random
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Value = TypeVar("Value")
PART = 6  # one value in six
VISITS = 3  # one route of an API or page of an app in three


@dataclass(frozen=True)
class Sample:
    """Picks the same values for the same seed. Without a seed it picks all."""

    seed: str

    def pick(self, label: str, values: Sequence[Value], part: int = PART) -> list[Value]:
        """One value in `part`, in their order."""
        if not self.seed:
            return list(values)
        places = self.random(label).sample(range(len(values)), -(-len(values) // part))
        return [values[place] for place in sorted(places)]

    def random(self, label: str) -> random.Random:
        return random.Random(f"{self.seed} {label}")  # noqa: S311  repeatable, not secret


def sample(option: str) -> Sample:
    """For `--sample`: `all`, a seed, or nothing, which takes the commit as the seed."""
    return Sample("" if option == "all" else option or commit())


def commit() -> str:
    """The full hash: an abbreviated one differs between clones, and the run could not be repeated."""
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"],
        cwd=Path(__file__).parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout.strip() or "no commit"
