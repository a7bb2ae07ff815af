"""Build the word lists of the password meter in the browser.

    python scripts/build_strength_lists.py web/packages/ui/src/password/word-lists.json

They are the beginnings of the lists that the server's estimate uses (zxcvbn, MIT license), so that both
estimate alike. For a small download the words of about the same rank are sorted. Of each word only what
differs from the word before is stored, after a capital letter that says how many letters both share:
`Aham`, `Dster` is "ham", "hamster".
"""

import json
import sys
from pathlib import Path

from zxcvbn.frequency_lists import FREQUENCY_LISTS

KEPT = 10_000  # of each list: a word that is rarer is estimated by its letters
FIRST_RANKS = 16  # the first group; each further one ends at twice the rank
MOST_SHARED = 25  # A to Z


def shorten(words: list[str]) -> str:
    text, before = "", ""
    for word in sorted(words):
        shared = 0
        while shared < min(len(word), len(before), MOST_SHARED) and word[shared] == before[shared]:
            shared += 1
        text += chr(ord("A") + shared) + word[shared:]
        before = word
    return text


def group_by_rank(words: list[str]) -> list[str]:
    groups, start, end = [], 0, FIRST_RANKS
    while start < len(words):
        groups.append(shorten(words[start:end]))
        start, end = end, end * 2
    return groups


def main() -> None:
    lists = {name: group_by_rank(list(words)[:KEPT]) for name, words in FREQUENCY_LISTS.items()}
    Path(sys.argv[1]).write_text(json.dumps(lists, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
