"""Hashes of passwords that were made elsewhere: bcrypt, scrypt, PBKDF2, and Firebase's scrypt, beside Argon2,
which `hashing.py` knows itself. Whoever signs in with one gets our own in its place.

Each says of itself what it is, as Argon2 does: `$2b$10$…`, `$scrypt$ln=14,r=8,p=1$salt$hash`,
`$pbkdf2-sha256$rounds$salt$hash`, `$firebase-scrypt$ln=14,r=8$salt$stream`, texts in base64. What costs
more than a login may is refused when it comes in.
"""

import hashlib
import hmac
import re
from base64 import b64decode, b64encode
from collections.abc import Callable

import bcrypt
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

BCRYPT = re.compile(r"\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}")
_B64 = r"([A-Za-z0-9+/.]+)={0,2}"
SCRYPT = re.compile(rf"\$scrypt\$ln=(\d{{1,2}}),r=(\d{{1,2}}),p=(\d{{1,2}})\${_B64}\${_B64}")
PBKDF2 = re.compile(rf"\$pbkdf2-(sha1|sha256|sha512)\$(\d{{1,8}})\${_B64}\${_B64}")
FIREBASE = re.compile(rf"\$firebase-scrypt\$ln=(\d{{1,2}}),r=(\d{{1,2}})\${_B64}\${_B64}")
ARGON2 = re.compile(
    rf"\$argon2(?:id|i|d)\$v=(\d{{1,2}})\$m=(\d{{1,8}}),t=(\d{{1,3}}),p=(\d{{1,3}})\${_B64}\${_B64}"
)

MOST_MEMORY = 128 * 1024 * 1024
MOST_BCRYPT, MOST_ROUNDS = 14, 2_000_000
# What Argon2 itself takes: as many kibibytes a lane, and bytes of salt.
LEAST_MEMORY, LEAST_SALT = 8, 8
ARGON2_VERSIONS = (16, 19)
DIGEST_BYTES = {"sha1": 20, "sha256": 32, "sha512": 64}
LONGEST_FOR_BCRYPT = 72  # bytes; what follows never counted
LONGEST_KEY = 128  # bytes


def is_acceptable(stored: str) -> bool:
    """Whether it is a hash that can be checked, and is not too costly for that."""
    if found := BCRYPT.fullmatch(stored):
        return 4 <= int(found[1]) <= MOST_BCRYPT
    if found := SCRYPT.fullmatch(stored):
        fits = _fits_memory(*map(int, found.groups()[:3]))
        return fits and _is_salt(found[4]) and _is_key(found[5])
    if found := PBKDF2.fullmatch(stored):
        return 1 <= int(found[2]) <= MOST_ROUNDS and _is_salt(found[3]) and _is_key(found[4])
    if found := FIREBASE.fullmatch(stored):
        fits = _fits_memory(int(found[1]), int(found[2]), 1)
        return fits and _is_salt(found[3]) and _is_key(found[4])
    if found := ARGON2.fullmatch(stored):
        version, memory, times, lanes = map(int, found.groups()[:4])
        fits = 1 <= times <= 10 and 1 <= lanes <= 16 and memory * 1024 <= MOST_MEMORY
        is_known = version in ARGON2_VERSIONS and memory >= LEAST_MEMORY * lanes
        return fits and is_known and _is_salt(found[5], LEAST_SALT) and _is_key(found[6])
    return False


def verify(stored: str, password: str) -> bool | None:
    """Whether the password fits; None for a hash that is none of these."""
    typed = password.encode("utf-8", "surrogatepass")
    for pattern, fits in _CHECKS.items():
        if found := pattern.fullmatch(stored):
            try:
                return fits(found, typed)
            except ValueError:  # it looks like one, and nobody could ever sign in with it
                return False
    return None


def scrypt_text(log_cost: int, block: int, lanes: int, salt: bytes, key: bytes) -> str:
    return f"$scrypt$ln={log_cost},r={block},p={lanes}${_text(salt)}${_text(key)}"


def pbkdf2_text(digest: str, rounds: int, salt: bytes, key: bytes) -> str:
    return f"$pbkdf2-{digest}${rounds}${_text(salt)}${_text(key)}"


def firebase_text(
    log_cost: int, rounds: int, salt: bytes, separator: bytes, signer_key: bytes, key: bytes
) -> str:
    """Firebase encrypts its project's signer key with what scrypt makes of the password. The stream of that
    cipher says the same of the password, and nothing of the key."""
    if len(signer_key) != len(key):
        raise ValueError("the hash is as long as the signer key")
    stream = bytes(left ^ right for left, right in zip(signer_key, key, strict=True))
    return f"$firebase-scrypt$ln={log_cost},r={rounds}${_text(salt + separator)}${_text(stream)}"


def decoded(text: str) -> bytes:
    """Base64 of any spelling: with or without padding, of addresses, with a dot for the plus."""
    plain = text.rstrip("=").translate(str.maketrans(".-_", "++/"))
    return b64decode(plain + "=" * (-len(plain) % 4), validate=True)


def _fits_memory(log_cost: int, block: int, lanes: int) -> bool:
    return (
        1 <= log_cost <= 20 and 1 <= block <= 32 and 1 <= lanes <= 4
        and 128 * block * 2**log_cost <= MOST_MEMORY
    )  # fmt: skip


def _is_key(text: str) -> bool:
    return 16 <= _length(text) <= LONGEST_KEY


def _is_salt(text: str, least: int = 1) -> bool:
    return _length(text) >= least


def _length(text: str) -> int:
    """In bytes; 0 for what is no base64."""
    try:
        return len(decoded(text))
    except ValueError:
        return 0


def _bcrypt(found: re.Match[str], typed: bytes) -> bool:
    return bcrypt.checkpw(typed[:LONGEST_FOR_BCRYPT], found[0].encode())


def _scrypt(found: re.Match[str], typed: bytes) -> bool:
    log_cost, block, lanes = map(int, found.groups()[:3])
    key = decoded(found[5])
    made = _derive(typed, decoded(found[4]), log_cost, block, lanes, len(key))
    return hmac.compare_digest(made, key)


def _pbkdf2(found: re.Match[str], typed: bytes) -> bool:
    # As much as one digest says enough, and each further one would take all the rounds again.
    key = decoded(found[4])[: DIGEST_BYTES[found[1]]]
    made = hashlib.pbkdf2_hmac(found[1], typed, decoded(found[3]), int(found[2]), len(key))
    return hmac.compare_digest(made, key)


def _firebase(found: re.Match[str], typed: bytes) -> bool:
    stream = decoded(found[4])
    made = _derive(typed, decoded(found[3]), int(found[1]), int(found[2]), 1, 32)
    cipher = Cipher(algorithms.AES(made), modes.CTR(bytes(16))).encryptor()
    return hmac.compare_digest(cipher.update(bytes(len(stream))), stream)


def _derive(typed: bytes, salt: bytes, log_cost: int, block: int, lanes: int, length: int) -> bytes:
    return hashlib.scrypt(
        typed, salt=salt, n=2**log_cost, r=block, p=lanes, dklen=length, maxmem=2 * MOST_MEMORY
    )


def _text(value: bytes) -> str:
    return b64encode(value).decode().rstrip("=")


_CHECKS: dict[re.Pattern[str], Callable[[re.Match[str], bytes], bool]] = {
    BCRYPT: _bcrypt,
    SCRYPT: _scrypt,
    PBKDF2: _pbkdf2,
    FIREBASE: _firebase,
}
