"""`python -m benchmarks.page benchmarks/results/NAME.md`: writes a saved run into docs/performance.md."""

import os
import re
import sys
from pathlib import Path

from benchmarks.measure import ROOT

PAGE = ROOT / "docs" / "performance.md"
NO_RUN = (
    "No run is saved yet: `make bench` saves one in "
    "[benchmarks/results](../benchmarks/results/README.md).\n\n"
)
SECTION = re.compile(r"(?<=^## Figures\n\n).*?(?=^## )", re.MULTILINE | re.DOTALL)


def compose_section(run: Path) -> str:
    """What the page says of this run: its text without the title."""
    text = run.read_text().partition("\n\n")[2]
    link = os.path.relpath(run.resolve(), PAGE.parent)
    return f"All of them are from one run, saved as [{run.stem}]({link}).\n\n{text}\n"


def main(run: Path) -> None:
    section = compose_section(run)
    PAGE.write_text(SECTION.sub(lambda _: section, PAGE.read_text()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
