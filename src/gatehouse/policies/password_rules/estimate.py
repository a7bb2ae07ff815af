"""zxcvbn in a process of its own."""

from zxcvbn import matching, zxcvbn

from gatehouse.kit.subprocess_worker import serve_lines

Spellings = dict[str, list[str]]

MOST_SPELLED = 6  # letters
_every_combination = matching.enumerate_l33t_subs


def estimate_strength(password: str, words: list[str]) -> int:
    """Estimated strength, 0 to 4. `words` are the words that an attacker would try first."""
    score: int = zxcvbn(password, user_inputs=words)["score"]
    return score


def _limit_combinations(spellings: Spellings) -> list[dict[str, str]]:
    """zxcvbn tries each way to read signs as letters (`4` and `@` for `a`) with each other: thousands,
    for a password made to have them all. Of many letters it now tries the first sign of each."""
    if len(spellings) > MOST_SPELLED:
        spellings = {letter: signs[:1] for letter, signs in spellings.items()}
    combinations: list[dict[str, str]] = _every_combination(spellings)
    return combinations


matching.enumerate_l33t_subs = _limit_combinations

if __name__ == "__main__":
    serve_lines(estimate_strength)
