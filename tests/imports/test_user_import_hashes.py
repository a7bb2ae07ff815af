"""Imported password hashes sign in, and are replaced by our own."""

import hashlib
import hmac
import struct
from base64 import b64encode
from uuid import uuid4

import bcrypt
import pytest
from argon2 import PasswordHasher
from django.contrib.auth import hashers as django_hashers

from gatehouse.kit.foreign_hashes import format_pbkdf2_hash, format_scrypt_hash
from tests.identity.signup_steps import GOOD
from tests.identity.test_users import signs_in
from tests.imports.user_rows import BCRYPT, IMPORTS, JSONL, jsonl, person, stored
from tests.kit.test_foreign_hashes import (
    BETTER_AUTH,
    BETTER_AUTH_NORMALIZED,
    FIREBASE,
    FIREBASE_HASH,
    NORMALIZED,
    TYPED,
)


@pytest.mark.usefixtures("thorough_hashes")
async def test_hashes_of_every_kind_sign_in_and_become_our_own(backend, asgi, world, db):
    tenant_id = await world.tenant()
    salt = b"a salt of it"
    scrypted = hashlib.scrypt(GOOD.encode(), salt=salt, n=2**10, r=8, p=1, dklen=32)
    derived = hashlib.pbkdf2_hmac("sha512", GOOD.encode(), salt, 1000)
    people = [
        person(passwordHash=BCRYPT),
        person(passwordHash="$2y$" + bcrypt.hashpw(GOOD.encode(), bcrypt.gensalt(4)).decode()[4:]),
        person(passwordHash=format_scrypt_hash(10, 8, 1, salt, scrypted)),
        person(passwordHash=format_pbkdf2_hash("sha512", 1000, salt, derived)),
        person(passwordHash=PasswordHasher(1, 64, 1).hash(GOOD)),
    ]
    fire = person(
        passwordHash=FIREBASE_HASH,
        passwordHashType="firebase-scrypt",
        passwordHashConfig=FIREBASE,
    )
    answer = await backend.put(
        f"{IMPORTS}/{uuid4()}",
        params={"tenantId": str(tenant_id)},
        content=jsonl(*people, fire),
        headers=JSONL,
    )
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert (told["position"], told["created"], told["failed"]) == (6, 6, 0)
    for one in people:
        assert (await signs_in(asgi, str(one["email"]), "wrong"))[1] == "ER-01013"
        assert await signs_in(asgi, str(one["email"])) == (200, "")
        assert (await stored(db, str(one["email"]))).startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        assert await signs_in(asgi, str(one["email"])) == (200, "")
    assert await signs_in(asgi, str(fire["email"]), "user1password") == (200, "")


@pytest.mark.usefixtures("thorough_hashes")
@pytest.mark.parametrize("product", ["WordPress", "better-auth"])
async def test_another_spelling_that_the_former_product_took_locks_no_user_out(
    backend, asgi, world, db, product
):
    """WordPress trims what is typed, better-auth normalizes it: the hash is not renewed from such a spelling,
    or the password that was set would be refused from then on."""
    if product == "WordPress":
        password, other = GOOD, f"{GOOD} "
        trimmed = b64encode(hmac.digest(b"wp-sha384", password.encode(), "sha384"))
        made = "$wp" + bcrypt.hashpw(trimmed, bcrypt.gensalt(4)).decode().replace("$2b$", "$2y$")
    else:
        password, other, made = NORMALIZED, TYPED, BETTER_AUTH_NORMALIZED
    user = person(passwordHash=made)
    answer = await backend.put(
        f"{IMPORTS}/{uuid4()}",
        params={"tenantId": str(await world.tenant())},
        content=jsonl(user),
        headers=JSONL,
    )
    assert answer.json()["created"] == 1, answer.text
    email = str(user["email"])
    assert await signs_in(asgi, email, other) == (200, "")
    assert await signs_in(asgi, email, password) == (200, "")
    assert (await stored(db, email)).startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert await signs_in(asgi, email, password) == (200, "")


@pytest.mark.usefixtures("thorough_hashes")
async def test_hashes_in_the_form_of_other_products_sign_in_and_become_our_own(
    backend, asgi, world, db
):
    salt = b"sixteen bytes ok"
    derived = hashlib.pbkdf2_hmac("sha256", GOOD.encode(), salt, 1000)
    scrypted = hashlib.scrypt(GOOD.encode(), salt=salt, n=1024, r=8, p=1, dklen=32)
    texts = [b64encode(one).decode() for one in (salt, derived, scrypted)]
    aspnet = b"\x01" + struct.pack(">III", 1, 1000, len(salt)) + salt + derived
    trimmed = b64encode(hmac.digest(b"wp-sha384", GOOD.encode(), "sha384"))
    hashes = [
        f"$pbkdf2-sha256$i=1000,l=32${texts[0]}${texts[1]}",
        f"$scrypt$ln=1024,r=8,p=1${texts[0]}${texts[2]}",
        f"scrypt$1024${salt.decode()}$8$1${texts[2]}",
        "argon2" + PasswordHasher(1, 64, 1).hash(GOOD),
        django_hashers.BCryptSHA256PasswordHasher().encode(GOOD, bcrypt.gensalt(4)),
        "$wp" + bcrypt.hashpw(trimmed, bcrypt.gensalt(4)).decode().replace("$2b$", "$2y$"),
        b64encode(aspnet).decode(),
    ]
    people = [person(passwordHash=one) for one in hashes]
    node = person(passwordHash=BETTER_AUTH)
    answer = await backend.put(
        f"{IMPORTS}/{uuid4()}",
        params={"tenantId": str(await world.tenant())},
        content=jsonl(*people, node),
        headers=JSONL,
    )
    assert answer.status_code == 200, answer.text
    assert (answer.json()["created"], answer.json()["failed"]) == (8, 0)
    for one in people:
        assert (await signs_in(asgi, str(one["email"]), "wrong"))[1] == "ER-01013"
        assert await signs_in(asgi, str(one["email"])) == (200, "")
        assert (await stored(db, str(one["email"]))).startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert await signs_in(asgi, str(node["email"]), "user1password") == (200, "")


@pytest.mark.usefixtures("thorough_hashes")
async def test_a_hash_that_takes_256_mebibytes_signs_in_once_and_becomes_our_own(
    backend, asgi, world, db
):
    """As libsodium's MODERATE makes it."""
    one = person(passwordHash=PasswordHasher(3, 256 * 1024, 1).hash(GOOD))
    answer = await backend.put(
        f"{IMPORTS}/{uuid4()}",
        params={"tenantId": str(await world.tenant())},
        content=jsonl(one),
        headers=JSONL,
    )
    assert (answer.json()["created"], answer.json()["failed"]) == (1, 0)
    assert (await signs_in(asgi, str(one["email"]), "wrong"))[1] == "ER-01013"
    assert await signs_in(asgi, str(one["email"])) == (200, "")
    assert (await stored(db, str(one["email"]))).startswith("$argon2id$v=19$m=19456,t=2,p=1$")
