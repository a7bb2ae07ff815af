"""How hard a password is to guess: zxcvbn's estimate, and what is left without the obvious words.

zxcvbn is pure Python, so one thread is all that can help, and it slows down with length: an input made
against it costs 0.3 s at 32 characters and 1.5 s at 72. It sees the first 32; what follows can only
make a password stronger.
"""

import asyncio
import re
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from gatehouse.kit.db.held import slow_work

SEEN = 32
MIN_SCORE = 3  # of 0 to 4: at least 10^8 guesses
MIN_REST = 6
SHORTEST_WORD = 3

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="strength")


def words_of(texts: Iterable[str]) -> list[str]:
    """The words in names and addresses that make a password easy to guess, longest first."""
    words = {word for text in texts for word in re.split(r"[\W_]+", text.lower())}
    return sorted((word for word in words if len(word) >= SHORTEST_WORD), key=len, reverse=True)


async def is_weak(password: str, words: list[str]) -> bool:
    slow_work("password strength")
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_thread, _score, password[:SEEN], words) < MIN_SCORE


def _score(password: str, words: list[str]) -> int:
    from zxcvbn import zxcvbn  # 11 MB of word lists, read when the first password is chosen

    score: int = zxcvbn(password, user_inputs=words)["score"]
    return score


def is_personal(password: str, words: list[str]) -> bool:
    """True when hardly anything is left without the words of the person, company and product.

    zxcvbn alone lets `acme-Acme-acme-1` pass: to it every repetition is one more choice.
    """
    rest = password.lower()
    for word in words:
        rest = rest.replace(word, "")
    return len(rest) < min(MIN_REST, len(password))
