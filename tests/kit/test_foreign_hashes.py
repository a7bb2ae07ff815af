"""Hashes of passwords that were made elsewhere, by the published examples of each."""

import hashlib
from typing import Any

import bcrypt
import pytest

from gatehouse.kit.foreign_hashes import is_acceptable, pbkdf2_text, scrypt_text, verify
from gatehouse.management.user_import.hashes import stored_hash

# The example of Firebase's own scrypt tool.
SIGNER = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
FIREBASE = (
    '{"salt": "42xEC+ixf3L2lw==", "saltSeparator": "Bw==", "rounds": 8, "memCost": 14,'
    f' "signerKey": "{SIGNER}"}}'
)
FIREBASE_HASH = (
    "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
)
SALT = b"abcdefghijklmnopqrstuu"  # the same in every process: it names the test
SCRYPT = hashlib.scrypt(b"user1password", salt=b"a salt of it", n=2**14, r=8, p=1, dklen=32)
PBKDF2 = hashlib.pbkdf2_hmac("sha256", b"user1password", b"a salt of it", 29_000)


@pytest.mark.parametrize(
    ("text", "kind", "config"),
    [
        (bcrypt.hashpw(b"user1password", b"$2b$04$" + SALT).decode(), None, None),
        (bcrypt.hashpw(b"user1password", b"$2a$04$" + SALT).decode(), "bcrypt", ""),
        (scrypt_text(14, 8, 1, b"a salt of it", SCRYPT), None, None),
        (
            SCRYPT.hex(),
            "scrypt",
            f'{{"salt": "{b"a salt of it".hex()}", "N": 16384, "r": 8, "p": 1, "encoding": "hex"}}',
        ),
        (pbkdf2_text("sha256", 29_000, b"a salt of it", PBKDF2), None, None),
        (
            # As passlib writes it: a dot for the plus, no padding.
            pbkdf2_text("sha256", 29_000, b"a salt of it", PBKDF2).replace("+", "."),
            "pbkdf2",
            None,
        ),
        (
            "pbkdf2_sha256$29000$a salt of it$"
            + pbkdf2_text("sha256", 1, b"x", PBKDF2).rpartition("$")[2],
            None,
            None,
        ),
        (FIREBASE_HASH, "firebase-scrypt", FIREBASE),
    ],
)
def test_a_password_fits_the_hash_of_another_system(text, kind, config):
    stored = stored_hash(text, kind, config)
    assert is_acceptable(stored)
    assert verify(stored, "user1password") is True
    assert verify(stored, "user1passwore") is False
    assert verify(stored, "") is False


def test_the_signer_key_is_not_kept():
    assert SIGNER[:20] not in stored_hash(FIREBASE_HASH, "firebase-scrypt", FIREBASE)


def test_what_is_longer_than_bcrypt_counts_is_cut_as_before():
    long = "x" * 100
    stored = bcrypt.hashpw(long.encode()[:72], b"$2b$04$" + SALT).decode()
    assert verify(stored, long) is True


@pytest.mark.parametrize(
    ("text", "kind", "config"),
    [
        ("", None, None),
        ("5f4dcc3b5aa765d61d8327deb882cf99", "sha256", None),
        ("5f4dcc3b5aa765d61d8327deb882cf99", None, None),
        ("$2b$31$" + "a" * 53, None, None),
        ("$2b$10$short", None, None),
        ("$scrypt$ln=30,r=8,p=1$c2FsdA$" + "a" * 43, None, None),
        ("$pbkdf2-sha256$90000000$c2FsdA$" + "a" * 43, None, None),
        ("$pbkdf2-md5$1000$c2FsdA$" + "a" * 43, None, None),
        ("$argon2id$v=19$m=9999999,t=2,p=1$c2FsdHNhbHQ$" + "a" * 43, None, None),
        ("$argon2id$v=99$m=64,t=2,p=1$c2FsdHNhbHQ$" + "a" * 43, None, None),
        ("$argon2id$v=19$m=64,t=0,p=1$c2FsdHNhbHQ$" + "a" * 43, None, None),
        ("$argon2id$v=19$m=64,t=2,p=16$c2FsdHNhbHQ$" + "a" * 43, None, None),
        ("$argon2id$v=19$m=64,t=2,p=1$c2FsdA$" + "a" * 43, None, None),
        # A salt that is no base64.
        ("$pbkdf2-sha256$1000$A$" + "a" * 43, None, None),
        ("$scrypt$ln=10,r=8,p=1$A$" + "a" * 43, None, None),
        ("$firebase-scrypt$ln=10,r=8$A$" + "a" * 43, None, None),
        ("a" * 43, "pbkdf2", '{"iterations": 1000, "salt": 5}'),
        (FIREBASE_HASH, "firebase-scrypt", "{}"),
        (FIREBASE_HASH, "firebase-scrypt", "[]"),
        (FIREBASE_HASH, "scrypt", '{"salt": "c2FsdA", "N": 1000, "r": 8, "p": 1}'),
    ],
)
def test_what_is_no_hash_or_costs_too_much_is_refused(text, kind, config):
    with pytest.raises(ValueError, match="passwordHash"):
        stored_hash(text, kind, config)


def test_a_long_key_makes_no_sign_in_longer(monkeypatch):
    """Each part of it that is as long as a digest would take all the rounds again."""
    derived = hashlib.pbkdf2_hmac("sha1", b"user1password", b"a salt of it", 1000, 128)
    stored = pbkdf2_text("sha1", 1000, b"a salt of it", derived)
    lengths: list[int] = []

    def derive(*arguments: Any) -> bytes:
        lengths.append(arguments[4])
        return derive_really(*arguments)

    derive_really = hashlib.pbkdf2_hmac
    monkeypatch.setattr("gatehouse.kit.foreign_hashes.hashlib.pbkdf2_hmac", derive)
    assert is_acceptable(stored)
    assert (verify(stored, "user1password"), verify(stored, "user1passwore")) == (True, False)
    assert lengths == [20, 20]
