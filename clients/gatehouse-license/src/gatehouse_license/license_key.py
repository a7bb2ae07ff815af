"""License keys as people bring them: from a file, a mail, or read aloud."""

import re
import unicodedata

# What the server can know a key by, those of another system included.
KEY = re.compile(r"[\x21-\x7e]{16,200}")
# A key of ours without what separates its groups.
PLAIN = re.compile(r"GH[A-Z2-7]{32}")
MINUS = "\u2212"
CURLY_QUOTES = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a"
SEPARATORS = frozenset("-'\"" + CURLY_QUOTES)


def normalize_key(text: str) -> str:
    """The key as it was made, however it was copied or read aloud: without line ends, spaces and invisible
    characters, with plain dashes, and a key of ours in its own case and groups. A key of another system keeps
    its letters. The server has the same function, as neither package may import the other;
    `vectors/license-keys.json` has the cases of both."""
    visible = "".join(map(_plain, unicodedata.normalize("NFKC", text))).strip(CURLY_QUOTES)
    letters = "".join(one for one in visible if one not in SEPARATORS).upper()
    if not (letters.isascii() and PLAIN.fullmatch(letters)):
        return visible
    groups = [letters[start : start + 8] for start in range(2, len(letters), 8)]
    return "-".join([letters[:2], *groups])


def _plain(one: str) -> str:
    category = unicodedata.category(one)
    if one.isspace() or category in ("Cc", "Cf"):
        return ""
    return "-" if category == "Pd" or one == MINUS else one
