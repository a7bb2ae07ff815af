"""Hashes of passwords that were made elsewhere, by the published examples of each."""

import asyncio
import hashlib
import hmac
import threading
from base64 import b64encode
from typing import Any

import bcrypt
import pytest
from django.contrib.auth import hashers as django_hashers

from gatehouse.imports.users.hashes import convert_to_stored_hash
from gatehouse.kit import hashing
from gatehouse.kit.foreign_hashes import (
    find_fault,
    format_pbkdf2_hash,
    format_scrypt_hash,
    needs_large_memory,
    verify_foreign_hash,
)
from gatehouse.kit.hashing import needs_new_hash, verify_password

# The example of Firebase's own scrypt tool.
SIGNER = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
FIREBASE = (
    '{"salt": "42xEC+ixf3L2lw==", "saltSeparator": "Bw==", "rounds": 8, "memCost": 14,'
    f' "signerKey": "{SIGNER}"}}'
)
FIREBASE_HASH = (
    "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
)
LARGE = "$argon2id$v=19$m=262144,t=3,p=1$c2FsdHNhbHQ$" + "a" * 43
SALT = b"abcdefghijklmnopqrstuu"  # the same in every process: it names the test
SCRYPT = hashlib.scrypt(b"user1password", salt=b"a salt of it", n=2**14, r=8, p=1, dklen=32)
PBKDF2 = hashlib.pbkdf2_hmac("sha256", b"user1password", b"a salt of it", 29_000)


@pytest.mark.parametrize(
    ("text", "kind", "config"),
    [
        (bcrypt.hashpw(b"user1password", b"$2b$04$" + SALT).decode(), None, None),
        (bcrypt.hashpw(b"user1password", b"$2a$04$" + SALT).decode(), "bcrypt", ""),
        # As PHP and Apache's htpasswd write it.
        ("$2y$" + bcrypt.hashpw(b"user1password", b"$2b$04$" + SALT).decode()[4:], None, None),
        (format_scrypt_hash(14, 8, 1, b"a salt of it", SCRYPT), None, None),
        (
            SCRYPT.hex(),
            "scrypt",
            f'{{"salt": "{b"a salt of it".hex()}", "N": 16384, "r": 8, "p": 1, "encoding": "hex"}}',
        ),
        (format_pbkdf2_hash("sha256", 29_000, b"a salt of it", PBKDF2), None, None),
        (
            # As passlib writes it: a dot for the plus, no padding.
            format_pbkdf2_hash("sha256", 29_000, b"a salt of it", PBKDF2).replace("+", "."),
            "pbkdf2",
            None,
        ),
        (
            "pbkdf2_sha256$29000$a salt of it$"
            + format_pbkdf2_hash("sha256", 1, b"x", PBKDF2).rpartition("$")[2],
            None,
            None,
        ),
        (FIREBASE_HASH, "firebase-scrypt", FIREBASE),
    ],
)
def test_a_password_fits_the_hash_of_another_system(text, kind, config):
    stored = convert_to_stored_hash(text, kind, config)
    assert find_fault(stored) is None
    assert verify_foreign_hash(stored, "user1password") is True
    assert verify_foreign_hash(stored, "user1passwore") is False
    assert verify_foreign_hash(stored, "") is False


def test_the_signer_key_is_not_kept():
    assert SIGNER[:20] not in convert_to_stored_hash(FIREBASE_HASH, "firebase-scrypt", FIREBASE)


def test_what_is_longer_than_bcrypt_counts_is_cut_as_before():
    long = "x" * 100
    stored = bcrypt.hashpw(long.encode()[:72], b"$2b$04$" + SALT).decode()
    assert verify_foreign_hash(stored, long) is True


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
        convert_to_stored_hash(text, kind, config)


def test_a_long_key_makes_no_sign_in_longer(monkeypatch):
    """Each part of it that is as long as a digest would take all the rounds again."""
    derived = hashlib.pbkdf2_hmac("sha1", b"user1password", b"a salt of it", 1000, 128)
    stored = format_pbkdf2_hash("sha1", 1000, b"a salt of it", derived)
    lengths: list[int] = []

    def derive(*arguments: Any) -> bytes:
        lengths.append(arguments[4])
        return derive_really(*arguments)

    derive_really = hashlib.pbkdf2_hmac
    monkeypatch.setattr("gatehouse.kit.foreign_hashes.hashlib.pbkdf2_hmac", derive)
    assert find_fault(stored) is None
    assert (
        verify_foreign_hash(stored, "user1password"),
        verify_foreign_hash(stored, "user1passwore"),
    ) == (True, False)
    assert lengths == [20, 20]


# Test vectors of Ory Kratos.
KRATOS_PBKDF2 = (
    "$pbkdf2-sha256$i=100000,l=32$1jP+5Zxpxgtee/iPxGgOz0RfE9/KJuDElP1ley4VxXc"
    "$QJxzfvdbHYBpydCbHoFg3GJEqMFULwskiuqiJctoYpI"
)
KRATOS_SCRYPT = (
    "$scrypt$ln=16384,r=8,p=1$2npRo7P03Mt8keSoMbyD/tKFWyUzjiQf2svUaNDSrhA="
    "$MiCzNcIplSMqSBrm4HckjYqYhaVPPjTARTzwB1cVNYE="
)
KRATOS_FIREBASE = (
    "$firescrypt$ln=14,r=8,p=1$sPtDhWcd1MfdAw==$xbSou7FOl6mChCyzpCPIQ7tku7nsQMTFtyOZSXXd7tjBa4NtimOx7v42Gv2SfzPQ"
    "u1oxM2/k4SsbOu73wlKe1A==$Bw==$YE0dO4bwD4JnJafh6lZZfkp1MtKzuKAXQcDCJNJNyeCHairWHKENOkbh3dzwaCdizzOspwr/FITU"
    "VlnOAwPKyw=="
)
# Test vectors of ASP.NET Core Identity: version 2, and version 3 with SHA-1, SHA-256 and SHA-512.
ASPNET_2 = "AAABAgMEBQYHCAkKCwwNDg+ukCEMDf0yyQ29NYubggHIVY0sdEUfdyeM+E1LtH1uJg=="
ASPNET_SHA1 = "AQAAAAAAAAD6AAAAEAhftMyfTJylOlZT+eEotFXd1elee8ih5WsjXaR3PA9M"
ASPNET_SHA256 = (
    "AQAAAAEAA9CQAAAAIESkQuj2Du8Y+kbc5lcN/W/3NiAZFEm11P27"
    "nrSN5/tId+bR1SwV8CO1Jd72r4C08OLvplNlCDc3oQZ8efcW+jQ="
)
ASPNET_SHA512 = "AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw"
# Made by WordPress 6.8 for the administrator of its demonstration.
WORDPRESS = "$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES"
# Made by Node's scrypt with the parameters of better-auth; the second is of NORMALIZED.
BETTER_AUTH = (
    "30313233343536373839616263646566:6afa1b3cb9851493192a08a642b97a2e30e425e45bc6507f08904e2e11181f6e"
    "96433b8ec52407d0d748f294a7c47ac4107ffda0808412c24d12e8d4e53fe0fa"
)
BETTER_AUTH_NORMALIZED = (
    "30313233343536373839616263646566:0401de781261d7eabc6f5ae3e3c405495c2e53a4542b9af6f2898efe04d8ef72"
    "d0f0882e380a0cb74fc8b740c4ffde718b0a755c56849ad239f4b9dbe76c5933"
)
TYPED = "\ufb01ve l\u00e4mps \u2460 in the harbor"
NORMALIZED = "five l\u00e4mps 1 in the harbor"


@pytest.mark.parametrize(
    ("text", "password"),
    [
        (KRATOS_PBKDF2, "test"),
        (KRATOS_SCRYPT, "test"),
        (KRATOS_FIREBASE, "8x4WjoDbSxJZdR"),
        (ASPNET_2, "my password"),
        (ASPNET_SHA1, "my password"),
        (ASPNET_SHA256, "my password"),
        (ASPNET_SHA512, "my password"),
        (WORDPRESS, "admin"),
        (BETTER_AUTH, "user1password"),
        (BETTER_AUTH_NORMALIZED, TYPED),
        (BETTER_AUTH_NORMALIZED, NORMALIZED),
    ],
)
def test_published_hashes_of_other_systems_fit(text, password):
    stored = convert_to_stored_hash(text, None, None)
    assert verify_foreign_hash(stored, password) is True
    assert verify_foreign_hash(stored, password + "x") is False
    assert verify_foreign_hash(stored, "") is False
    assert needs_new_hash(stored)


def test_better_auth_is_read_with_its_parameters_beside_it():
    beside = '{"N": 16384, "r": 16, "p": 1}'
    assert convert_to_stored_hash(BETTER_AUTH, "scrypt", beside) == convert_to_stored_hash(
        BETTER_AUTH, None, None
    )


def test_a_hash_of_another_kind_in_the_form_of_better_auth_is_refused():
    with pytest.raises(ValueError, match="cannot be read"):
        convert_to_stored_hash(BETTER_AUTH, "pbkdf2", '{"iterations": 1000}')


def test_wordpress_trims_what_is_typed():
    assert verify_foreign_hash(WORDPRESS, " admin\n") is True


# Of `it\'s \"mine\" \\o/`: PHP's addslashes of what was typed, as WordPress takes it from its forms.
WORDPRESS_QUOTES = "$wp" + bcrypt.hashpw(
    b64encode(hmac.digest(b"wp-sha384", rb"""it\'s \"mine\" \\o/""", "sha384")), bcrypt.gensalt(4)
).decode().replace("$2b$", "$2y$")


def test_wordpress_hashes_quotes_and_backslashes_with_a_backslash_before():
    assert verify_foreign_hash(WORDPRESS_QUOTES, """it's "mine" \\o/""") is True
    assert verify_foreign_hash(WORDPRESS_QUOTES, """it's "mine" o/""") is False
    assert verify_foreign_hash(WORDPRESS, "ad'min") is False


@pytest.mark.parametrize(
    "name",
    ["PBKDF2", "Scrypt", "Argon2", "BCryptSHA256", "BCrypt"],
)
async def test_hashes_of_django_fit(name):
    """Made by Django itself. The part of the password after bcrypt's 72 bytes counts where Django hashes it
    first."""
    password = "user1password" * 7 if name == "BCryptSHA256" else "user1password"
    salt: Any = b"$2b$04$" + SALT if name.startswith("BCrypt") else "saltsaltsalt"
    hasher = getattr(django_hashers, f"{name}PasswordHasher")()
    stored = convert_to_stored_hash(hasher.encode(password, salt), None, None)
    assert await verify_password(stored, password)
    assert not await verify_password(stored, password[:-1])
    assert needs_new_hash(stored)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("$argon2id$v=19$m=262145,t=3,p=1$c2FsdHNhbHQ$" + "a" * 43, "more than 256 MiB"),
        ("$argon2id$v=19$m=262144,t=6,p=1$c2FsdHNhbHQ$" + "a" * 43, "above 1280 MiB"),
        ("$argon2id$v=19$m=1024,t=11,p=1$c2FsdHNhbHQ$" + "a" * 43, "between 1 and 10"),
        ("$scrypt$ln=17,r=16,p=1$c2FsdA$" + "a" * 43, "more than 128 MiB"),
        ("$scrypt$ln=17,r=8,p=5$c2FsdA$" + "a" * 43, "above 512 MiB"),
        ("$scrypt$ln=2097152,r=8,p=1$c2FsdA$" + "a" * 43, "above 2\\^20"),
        ("$firebase-scrypt$ln=17,r=16$c2FsdA$" + "a" * 43, "more than 128 MiB"),
        ("$pbkdf2-sha256$1000$c2FsdA$" + "a" * 20, "has not 16 to 128 bytes"),
        ("$pbkdf2-sha256$1000$c2FsdA$" + "a" * 172, "has not 16 to 128 bytes"),
        ("scrypt$saltsaltsalt$16384$8$5$" + "a" * 86 + "==", "its form is not known"),
        ("$wp$2y$31$" + "a" * 53, "between 4 and 14"),
        ("bcrypt_sha256$$2b$15$" + "a" * 53, "between 4 and 14"),
        (b64encode(b"\1\0\0\0\1\0\xff\xff\xff\0\0\0\x10" + bytes(48)).decode(), "2,000,000"),
        (b64encode(b"\1\0\0\0\1\0\0\1\0\xff\xff\xff\xff" + bytes(48)).decode(), "is no bcrypt"),
    ],
)
def test_a_hash_that_costs_too_much_names_the_limit(text, limit):
    with pytest.raises(ValueError, match=limit):
        convert_to_stored_hash(text, None, None)


async def test_hashes_of_a_large_memory_wait_for_each_other_alone(monkeypatch):
    """One at a time, and few wait; other sign-ins go on meanwhile."""
    running, most = 0, 0
    begun, go_on = threading.Event(), threading.Event()

    def hold(stored: str, password: str) -> str | None:
        nonlocal running, most
        if not needs_large_memory(stored):
            return password
        running += 1
        most = max(most, running)
        begun.set()
        assert go_on.wait(30)
        running -= 1
        return password

    monkeypatch.setattr(hashing, "_match_password", hold)
    count = hashing.MAX_WAITING_FOR_LARGE_MEMORY
    held = [asyncio.create_task(verify_password(LARGE, "x")) for _ in range(count)]
    try:
        assert await asyncio.to_thread(begun.wait, 30)
        async with asyncio.timeout(20):
            with pytest.raises(hashing.HashingBusy):
                await verify_password(LARGE, "x")
        others = [verify_password(bcrypt.gensalt(4).decode(), "x") for _ in range(count)]
        async with asyncio.timeout(30):
            assert await asyncio.gather(*others) == [True] * count
    finally:
        go_on.set()
    assert await asyncio.gather(*held) == [True] * count
    assert most == 1
