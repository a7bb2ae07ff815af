"""Some requests and visits of a browser at every commit, others at the next; `make test-all` makes all."""

import random
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Value = TypeVar("Value")
PART = 6  # one in so many
VISITS = 3  # of what is visited: the routes of an API, the places of a page


@dataclass(frozen=True)
class Sample:
    """`seed` is empty when everything is wanted."""

    seed: str

    def of(self, label: str, values: Sequence[Value], part: int = PART) -> list[Value]:
        """One in `part` of them, in their order."""
        if not self.seed:
            return list(values)
        places = self.chance(label).sample(range(len(values)), -(-len(values) // part))
        return [values[place] for place in sorted(places)]

    def chance(self, label: str) -> random.Random:
        return random.Random(f"{self.seed} {label}")  # noqa: S311  chosen again by the same seed


def sample(option: str) -> Sample:
    """`all`, a seed, or nothing: then the commit is the seed."""
    return Sample("" if option == "all" else option or commit())


def commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"],
        cwd=Path(__file__).parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout.strip() or "no commit"
