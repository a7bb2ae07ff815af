"""Identifiers in the order of time, tokens, and the box for secrets at rest."""

import re
from datetime import timedelta
from uuid import RFC_4122

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import (
    Box,
    derive_token,
    equal_in_constant_time,
    new_id,
    new_token,
    token_hash,
)

OLD, NEW = "the-old-key-of-at-least-32-letters", "the-new-key-of-at-least-32-letters"


def test_ids_are_of_version_7():
    """RFC 9562 §5.7: 48 bits of milliseconds, version, variant, the rest chance."""
    ids = [new_id() for _ in range(200)]
    assert {(one.version, one.variant) for one in ids} == {(7, RFC_4122)}
    assert abs((ids[0].int >> 80) - clock.now().timestamp() * 1000) < 5000
    assert len({one.int & (1 << 62) - 1 for one in ids}) == 200


def test_later_ids_sort_later():
    ids = []
    for _ in range(50):
        ids.append(new_id())
        clock.advance_clock(timedelta(microseconds=1))
    assert ids == sorted(ids)
    assert [str(one) for one in ids] == sorted(str(one) for one in ids)


def test_tokens_hold_256_bits():
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", token) for token in tokens)


def test_what_is_stored_of_a_token_is_its_sha_256():
    assert token_hash("abc").hex() == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )


def test_a_derived_token_needs_parent_and_nonce():
    token = derive_token("parent", b"nonce")
    assert (
        token == derive_token("parent", b"nonce") == "HOg5OMmqr2j_b7hnc96phS8kLTST6OOi4KPHiUtdNZ8"
    )
    assert len({token, derive_token("other", b"nonce"), derive_token("parent", b"other")}) == 3


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [("é", "é", True), ("é", "é".encode(), True), ("a", "b", False), ("a", "", False)],
)
def test_secrets_of_any_letters_are_compared(left, right, equal):
    assert equal_in_constant_time(left, right) is equal


def test_a_box_opens_what_it_sealed_in_the_same_place_only():
    box = Box([OLD])
    sealed = box.seal(b"plain", "users:1")
    assert b"plain" not in sealed
    assert box.open(sealed, "users:1") == b"plain"
    assert box.seal(b"plain", "users:1") != sealed
    for place in ("users:2", "", "users:1 "):
        with pytest.raises(ValueError, match="changed"):
            box.open(sealed, place)


def test_every_changed_byte_is_noticed():
    box = Box([OLD])
    sealed = box.seal(b"plain", "here")
    for number in range(len(sealed)):
        changed = bytearray(sealed)
        changed[number] ^= 1
        with pytest.raises(ValueError, match=r"changed|unknown key"):
            box.open(bytes(changed), "here")
    for length in range(len(sealed)):
        with pytest.raises(ValueError, match=r"changed|unknown key|[Nn]once"):
            box.open(sealed[:length], "here")


def test_after_a_rotation_the_old_key_opens_and_the_new_one_seals():
    before, after = Box([OLD]), Box([NEW, OLD])
    assert after.open(before.seal(b"plain", "here"), "here") == b"plain"
    sealed = after.seal(b"plain", "here")
    assert Box([NEW]).open(sealed, "here") == b"plain"
    with pytest.raises(ValueError, match="unknown key"):
        before.open(sealed, "here")
