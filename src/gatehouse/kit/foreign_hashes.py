"""Password hashes of other systems, beside Argon2, which `hashing.py` verifies itself. The first sign-in with
one replaces it by our own.

Each describes itself, as Argon2 does, with base64 for bytes: `$2b$10$…` (bcrypt), `$wp$2y$10$…` (bcrypt of
WordPress 6.8), `bcrypt_sha256$$2b$10$…` (bcrypt of Django), `$scrypt$ln=14,r=8,p=1$salt$hash`, or
`$scrypt-nfkc$…` where the password is normalized first, `$pbkdf2-sha256$rounds$salt$hash`,
`$firebase-scrypt$ln=14,r=8$salt$stream`.
A hash that would cost a sign-in too much time or memory is refused when it is imported.
"""

import hashlib
import hmac
import re
import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Callable

import bcrypt
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

BCRYPT = re.compile(r"(bcrypt_sha256\$|\$wp)?(\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53})")
_B64 = r"([A-Za-z0-9+/.]+)={0,2}"
SCRYPT = re.compile(
    rf"\$scrypt(-nfkc)?\$ln=(\d{{1,2}}),r=(\d{{1,2}}),p=(\d{{1,2}})\${_B64}\${_B64}"
)
PBKDF2 = re.compile(rf"\$pbkdf2-(sha1|sha256|sha512)\$(\d{{1,8}})\${_B64}\${_B64}")
FIREBASE = re.compile(rf"\$firebase-scrypt\$ln=(\d{{1,2}}),r=(\d{{1,2}})\${_B64}\${_B64}")
ARGON2 = re.compile(
    rf"\$argon2(?:id|i|d)\$v=(\d{{1,2}})\$m=(\d{{1,8}}),t=(\d{{1,3}}),p=(\d{{1,3}})\${_B64}\${_B64}"
)

MEBIBYTE = 1024 * 1024
MOST_MEMORY = 128 * MEBIBYTE
# The lanes of scrypt run in turn: memory times p bounds the time.
MOST_SCRYPT_WORK = 512 * MEBIBYTE
MOST_BCRYPT, MOST_ROUNDS = 14, 2_000_000
MOST_ARGON2_PASSES = 10
# One at a time: `hashing.py` has one thread for what takes more than MOST_MEMORY.
MOST_ARGON2_MEMORY = 256 * MEBIBYTE
# Memory times t bounds the time.
MOST_ARGON2_WORK = MOST_MEMORY * MOST_ARGON2_PASSES
MOST_LANES = 16
# What Argon2 itself takes: as many kibibytes a lane, and bytes of salt.
LEAST_MEMORY, LEAST_SALT = 8, 8
ARGON2_VERSIONS = (16, 19)
DIGEST_BYTES = {"sha1": 20, "sha256": 32, "sha512": 64}
LONGEST_FOR_BCRYPT = 72  # bytes; what follows never counted
LEAST_KEY, LONGEST_KEY = 16, 128  # bytes
TRIMMED_BY_PHP = b" \t\n\r\0\x0b"
WORDPRESS, NORMALIZING = "$wp", "$scrypt-nfkc$"

UNKNOWN = "is no bcrypt, scrypt, PBKDF2, Argon2 or Firebase scrypt hash"


def find_fault(stored: str) -> str | None:
    """Why the hash cannot be imported, as readable text; None when it can be verified at a bounded cost."""
    if found := BCRYPT.fullmatch(stored):
        if 4 <= int(found[3]) <= MOST_BCRYPT:
            return None
        return f"bcrypt: the cost is not between 4 and {MOST_BCRYPT}"
    if found := SCRYPT.fullmatch(stored):
        log_cost, block, lanes = map(int, found.groups()[1:4])
        return _find_scrypt_fault(log_cost, block, lanes) or _find_salt_or_key_fault(
            found[5], found[6]
        )
    if found := PBKDF2.fullmatch(stored):
        if not 1 <= int(found[2]) <= MOST_ROUNDS:
            return f"PBKDF2: the iterations are not between 1 and {MOST_ROUNDS:,}"
        return _find_salt_or_key_fault(found[3], found[4])
    if found := FIREBASE.fullmatch(stored):
        fault = _find_scrypt_fault(int(found[1]), int(found[2]), 1)
        return fault or _find_salt_or_key_fault(found[3], found[4])
    if found := ARGON2.fullmatch(stored):
        version, memory, passes, lanes = map(int, found.groups()[:4])
        fault = _find_argon2_fault(version, memory, passes, lanes)
        return fault or _find_salt_or_key_fault(found[5], found[6], LEAST_SALT)
    return UNKNOWN


def needs_large_memory(stored: str) -> bool:
    """Whether verifying the hash takes more than `MOST_MEMORY`."""
    found = ARGON2.fullmatch(stored)
    return found is not None and int(found[2]) * 1024 > MOST_MEMORY


def verify_foreign_hash(stored: str, password: str) -> bool | None:
    """Whether the password fits; None for a hash that is none of these."""
    typed = password.encode("utf-8", "surrogatepass")
    for pattern, fits in _CHECKS.items():
        if found := pattern.fullmatch(stored):
            try:
                return fits(found, typed)
            except ValueError:  # it has the form of a hash, and no password fits it
                return False
    return None


def normalize_password_for_hash(stored: str, password: str) -> str:
    """The one spelling of the password that its product hashed: WordPress trims what is typed, better-auth
    normalizes it."""
    if stored.startswith(WORDPRESS):
        return password.strip(TRIMMED_BY_PHP.decode())
    if stored.startswith(NORMALIZING):
        return unicodedata.normalize("NFKC", password)
    return password


def format_scrypt_hash(
    log_cost: int, block: int, lanes: int, salt: bytes, key: bytes, *, is_normalized: bool = False
) -> str:
    """`is_normalized`: the hash is of the password in NFKC."""
    name = "scrypt-nfkc" if is_normalized else "scrypt"
    return f"${name}$ln={log_cost},r={block},p={lanes}${_encode_base64(salt)}${_encode_base64(key)}"


def format_pbkdf2_hash(digest: str, rounds: int, salt: bytes, key: bytes) -> str:
    return f"$pbkdf2-{digest}${rounds}${_encode_base64(salt)}${_encode_base64(key)}"


def format_firebase_hash(
    log_cost: int, rounds: int, salt: bytes, separator: bytes, signer_key: bytes, key: bytes
) -> str:
    """Firebase encrypts its project's signer key with what scrypt makes of the password. The stream of that
    cipher says the same of the password, and nothing of the key."""
    if len(signer_key) != len(key):
        raise ValueError("the hash is as long as the signer key")
    stream = bytes(left ^ right for left, right in zip(signer_key, key, strict=True))
    salted, encrypted = _encode_base64(salt + separator), _encode_base64(stream)
    return f"$firebase-scrypt$ln={log_cost},r={rounds}${salted}${encrypted}"


def decode_base64(text: str) -> bytes:
    """Base64 of any spelling: with or without padding, of addresses, with a dot for the plus."""
    plain = text.rstrip("=").translate(str.maketrans(".-_", "++/"))
    return b64decode(plain + "=" * (-len(plain) % 4), validate=True)


def _find_scrypt_fault(log_cost: int, block: int, lanes: int) -> str | None:
    if not (1 <= log_cost <= 20 and 1 <= block <= 32 and 1 <= lanes <= MOST_LANES):
        return f"scrypt: N is above 2^20, r above 32 or p above {MOST_LANES}, or one of them is 0"
    memory = 128 * block * 2**log_cost
    if memory > MOST_MEMORY:
        return f"scrypt: it takes more than {MOST_MEMORY // MEBIBYTE} MiB of memory (128 · N · r)"
    if memory * lanes > MOST_SCRYPT_WORK:
        return f"scrypt: 128 · N · r · p is above {MOST_SCRYPT_WORK // MEBIBYTE} MiB"
    return None


def _find_argon2_fault(version: int, memory: int, passes: int, lanes: int) -> str | None:
    if version not in ARGON2_VERSIONS:
        return "Argon2: the version is neither 16 nor 19"
    if not (1 <= passes <= MOST_ARGON2_PASSES and 1 <= lanes <= MOST_LANES):
        return f"Argon2: t is not between 1 and {MOST_ARGON2_PASSES}, or p not between 1 and {MOST_LANES}"
    if memory < LEAST_MEMORY * lanes:
        return f"Argon2: m is below {LEAST_MEMORY} KiB for each of p lanes"
    if memory * 1024 > MOST_ARGON2_MEMORY:
        return f"Argon2: it takes more than {MOST_ARGON2_MEMORY // MEBIBYTE} MiB of memory"
    if memory * 1024 * passes > MOST_ARGON2_WORK:
        return f"Argon2: m times t is above {MOST_ARGON2_WORK // MEBIBYTE} MiB"
    return None


def _find_salt_or_key_fault(salt: str, key: str, least_salt: int = 1) -> str | None:
    if _measure_base64(salt) < least_salt:
        return "the salt is no base64, or too short"
    if not LEAST_KEY <= _measure_base64(key) <= LONGEST_KEY:
        return f"the hash is no base64, or has not {LEAST_KEY} to {LONGEST_KEY} bytes"
    return None


def _measure_base64(text: str) -> int:
    """In bytes; 0 for what is no base64."""
    try:
        return len(decode_base64(text))
    except ValueError:
        return 0


def _verify_bcrypt(found: re.Match[str], typed: bytes) -> bool:
    if found[1] == WORDPRESS:
        # Its forms hash PHP's addslashes of a password, its API and command line the password itself.
        forms = dict.fromkeys((typed, _add_slashes(typed)))
        return any(_matches_bcrypt(found[2], _compute_wordpress_digest(form)) for form in forms)
    if found[1] == "bcrypt_sha256$":
        typed = hashlib.sha256(typed).hexdigest().encode()
    return _matches_bcrypt(found[2], typed)


def _matches_bcrypt(stored: str, typed: bytes) -> bool:
    return bcrypt.checkpw(typed[:LONGEST_FOR_BCRYPT], stored.encode())


def _compute_wordpress_digest(typed: bytes) -> bytes:
    return b64encode(hmac.digest(b"wp-sha384", typed.strip(TRIMMED_BY_PHP), "sha384"))


def _add_slashes(typed: bytes) -> bytes:
    return re.sub(rb"""(['"\\])""", rb"\\\1", typed).replace(b"\0", b"\\0")


def _verify_scrypt(found: re.Match[str], typed: bytes) -> bool:
    if found[1]:
        text = typed.decode("utf-8", "surrogatepass")
        typed = unicodedata.normalize("NFKC", text).encode("utf-8", "surrogatepass")
    log_cost, block, lanes = map(int, found.groups()[1:4])
    key = decode_base64(found[6])
    made = _derive_scrypt(typed, decode_base64(found[5]), log_cost, block, lanes, len(key))
    return hmac.compare_digest(made, key)


def _verify_pbkdf2(found: re.Match[str], typed: bytes) -> bool:
    # As much as one digest says enough, and each further one would take all the rounds again.
    key = decode_base64(found[4])[: DIGEST_BYTES[found[1]]]
    made = hashlib.pbkdf2_hmac(found[1], typed, decode_base64(found[3]), int(found[2]), len(key))
    return hmac.compare_digest(made, key)


def _verify_firebase(found: re.Match[str], typed: bytes) -> bool:
    stream = decode_base64(found[4])
    made = _derive_scrypt(typed, decode_base64(found[3]), int(found[1]), int(found[2]), 1, 32)
    cipher = Cipher(algorithms.AES(made), modes.CTR(bytes(16))).encryptor()
    return hmac.compare_digest(cipher.update(bytes(len(stream))), stream)


def _derive_scrypt(
    typed: bytes, salt: bytes, log_cost: int, block: int, lanes: int, length: int
) -> bytes:
    return hashlib.scrypt(
        typed, salt=salt, n=2**log_cost, r=block, p=lanes, dklen=length, maxmem=2 * MOST_MEMORY
    )


def _encode_base64(value: bytes) -> str:
    return b64encode(value).decode().rstrip("=")


_CHECKS: dict[re.Pattern[str], Callable[[re.Match[str], bytes], bool]] = {
    BCRYPT: _verify_bcrypt,
    SCRYPT: _verify_scrypt,
    PBKDF2: _verify_pbkdf2,
    FIREBASE: _verify_firebase,
}
