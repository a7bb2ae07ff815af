"""How hard a password is to guess: zxcvbn's estimate, and what is left without the obvious words.

zxcvbn is pure Python and slows down with length: an input made against it costs 0.3 s at 32 characters and
1.5 s at 72. Only the first 32 characters are checked; further characters can only make a password stronger.
It runs in a subprocess, where it delays only other estimates.
"""

import re
from collections.abc import Iterable

from gatehouse.kit.subprocess_pool import Overloaded, SubprocessPools, SubprocessWork

SEEN = 32
MIN_SCORE = 3  # of 0 to 4: at least 10^8 guesses
MIN_REST = 6
SHORTEST_WORD = 3
MOST_WORDS = 100

ESTIMATE = SubprocessWork(f"{__package__}.estimate", at_once=2, waiting=20, seconds=10)


def list_guessable_words(texts: Iterable[str]) -> list[str]:
    """The words in names and addresses that make a password easy to guess, longest first."""
    words = {word for text in texts for word in re.split(r"[\W_]+", text.lower())}
    known = [word for word in words if len(word) >= SHORTEST_WORD]
    return sorted(known, key=len, reverse=True)[:MOST_WORDS]


async def is_weak_password(processes: SubprocessPools, password: str, words: list[str]) -> bool:
    """Whether zxcvbn rates the password as weak. Raises `Overloaded` when too many estimates are waiting."""
    try:
        score: int = await processes.run(ESTIMATE, password=password[:SEEN], words=words)
    except TimeoutError:
        raise Overloaded from None
    return score < MIN_SCORE


def is_personal_password(password: str, words: list[str]) -> bool:
    """True when hardly anything is left without the words of the user, company and product.

    zxcvbn alone accepts `acme-Acme-acme-1`: it counts every repetition as one more choice.
    """
    rest = password.lower()
    for word in words:
        rest = rest.replace(word, "")
    return len(rest) < min(MIN_REST, len(password))
