"""The meter beside the field and the server agree: both are tested against the same lists."""

import json
import math
import re
import unicodedata
from pathlib import Path

import pytest
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from gatehouse.policies.password_rules.breached import PACKAGED, is_common_password
from tests.identity.signup_steps import CHANGE, GOOD, new_address, sign_up_and_activate

METER = Path(__file__).parents[2] / "web/packages/ui/src/password"
CASES = json.loads((METER / "strength-cases.json").read_text(encoding="utf-8"))


@pytest.fixture
async def change(asgi, world, run_jobs):
    """Changes the password of Kim Roe of Roe Works, who uses Gatehouse."""
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    person = await world.sign_in(user_id, tenant_id, address)
    return lambda new: person.browser.post(CHANGE, json={"password": GOOD, "newPassword": new})


@pytest.mark.parametrize("password", CASES["accepted"])
async def test_what_the_meter_does_not_call_weak_is_accepted(change, password):
    assert (await change(password)).status_code == 201


@pytest.mark.parametrize("password", CASES["refused"])
async def test_what_the_meter_calls_weak_is_refused(change, password):
    answer = await change(password)
    assert answer.status_code == 400
    assert answer.json()["errorCode"] in (
        "passwords.too_weak", "passwords.too_personal", "passwords.breached",
    )  # fmt: skip


COMMON = [
    "qwertyuiopasdfghjklzxcvbnm", "Password12345678!", "Welcome2026Welcome!", "correct horse battery staple",
    "CorrectHorseBatteryStaple", "thisismypassword", "Liverpool Football Club", "P@ssw0rd P@ssw0rd!",
    "tobeornottobethatisthequestion", "1qaz2wsx3edc4rfv", "summer-2025-summer", "123456789qwerty",
]  # fmt: skip
UNCOMMON = [
    "seven lamps in the harbor", "Brücke-Käse-Öl-zürich-47", "dragon83910475620418", "harbor lamp 2024!",
    "kkVr7tQ0pLwM2xZa",
]  # fmt: skip


@pytest.mark.parametrize("password", [*COMMON, *CASES["common"]])
async def test_a_long_password_that_many_use_is_refused(change, password):
    answer = await change(password)
    assert answer.status_code == 400
    assert answer.json()["errorCode"] in ("passwords.breached", "passwords.too_weak")


@pytest.mark.parametrize("password", UNCOMMON)
def test_what_only_resembles_a_common_password_is_none(password):
    assert not is_common_password(password)


def test_three_thousand_common_passwords_are_as_long_as_is_asked_for():
    """OWASP ASVS 5.0 §6.2.4. A Bloom filter's size gives how many went in."""
    data = PACKAGED.read_bytes()
    held = (len(data) - 9) * 8 / (-math.log(1e-6) / math.log(2) ** 2)
    of_zxcvbn = {word for word in FREQUENCY_LISTS["passwords"] if len(word) >= 4}
    assert held - len(of_zxcvbn) >= 3000
    assert len(data) < 250_000


def read_group(text: str) -> list[str]:
    words, word = [], ""
    for shared, rest in re.findall(r"([A-Z])([^A-Z]*)", text):
        word = word[: ord(shared) - ord("A")] + rest
        words.append(word)
    return words


def test_the_meter_knows_the_beginnings_of_the_server_s_lists():
    """Made by `scripts/build_strength_lists.py`; the groups follow each other by rank."""
    lists = json.loads((METER / "word-lists.json").read_text(encoding="utf-8"))
    assert set(lists) == set(FREQUENCY_LISTS)
    for name, groups in lists.items():
        ranked = list(FREQUENCY_LISTS[name])[:10_000]
        for words in map(read_group, groups):
            assert set(words) == set(ranked[: len(words)])
            del ranked[: len(words)]
        assert ranked == []


async def test_another_form_of_the_same_letters_is_no_new_password(change):
    composed = "Brücke-Käse-Öl-zürich-47"
    assert (await change(unicodedata.normalize("NFD", composed))).status_code == 201
    reused = await change(composed)
    assert reused.status_code == 400
