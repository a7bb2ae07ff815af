"""Build the file that knows breached passwords.

    python scripts/build_breached_filter.py OUTPUT [LIST ...]

A list has one password, or one `SHA1:count` as breach collections publish them, on each line. Without
a list, the common passwords that come with the strength estimator (zxcvbn) go in: that is how
`src/gatehouse/policies/password_rules/breached.bin` is made. Point `GATEHOUSE_BREACHED_PASSWORDS_FILE` at a
larger file of your own.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from zxcvbn.frequency_lists import FREQUENCY_LISTS

from gatehouse.policies.password_rules.breached import build, digest

SHORTEST = 8  # what the length rule refuses at every setting needs no place in the file
PUBLISHED = re.compile(r"([0-9A-Fa-f]{40})(:\d+)?")


def digests_of(lines: Iterable[str]) -> Iterator[bytes]:
    for line in lines:
        word = line.rstrip("\r\n")
        if published := PUBLISHED.fullmatch(word):
            yield bytes.fromhex(published[1])
        elif len(word) >= SHORTEST:
            yield digest(word)


def main(output: str, *lists: str) -> None:
    found: set[bytes] = set()
    if not lists:
        found.update(digests_of(FREQUENCY_LISTS["passwords"]))
    for name in lists:
        with Path(name).open(encoding="utf-8", errors="replace") as lines:
            found.update(digests_of(lines))
    build(found, Path(output))
    sys.stdout.write(f"{len(found)} passwords in {output}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
