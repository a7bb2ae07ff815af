"""What the catalogue names in English is said in German by the portal."""

import re
from dataclasses import fields
from pathlib import Path

from gatehouse.access.staff_role import StaffRole
from gatehouse.connectivity.catalogue import group_entries_by_category
from gatehouse.kit.events import find_event_kind, list_event_names

ROOT = Path(__file__).parents[2]
MIGRATIONS = ROOT / "src" / "gatehouse" / "migrations"
PORTAL = ROOT / "web" / "packages" / "admin-portal" / "src"
GERMAN = PORTAL / "roles" / "built-in.texts.de.ts"
EVENTS = PORTAL / "shared" / "event-names.texts.de.ts"
DESCRIPTIONS = PORTAL / "shared" / "descriptions.texts.de.ts"
CONSOLE_DESCRIPTIONS = ROOT / "web" / "apps" / "console" / "src" / "shared" / DESCRIPTIONS.name
FACT = re.compile(r"{{(\w+)(?:\|\w+)?}}")
PERMISSION = re.compile(r"(?:\('([^']+)', )?\(?'(?:fe|licensing|support)\.[^']+', '([^']+)'")


def test_every_permission_and_its_category_has_german_words():
    named = {
        words
        for file in MIGRATIONS.glob("*.sql")
        if "insert into permissions" in (text := file.read_text())
        for found in PERMISSION.findall(text)
        for words in found
        if words
    }
    assert {"View users", "User management", "Act in the name of users"} <= named
    assert named - said_in(GERMAN) == set()


def test_every_event_and_its_category_has_german_words():
    found = group_entries_by_category(())
    named = {one.name for one in found} | {
        one.display_name for some in found.values() for one in some
    }
    assert {"People", "User created", "License seat claimed"} <= named
    assert named - said_in(EVENTS) == set()


def test_every_entry_of_the_audit_log_has_german_words_for_facts_that_it_holds():
    held = {
        name: {field.name for field in fields(kind)}
        for name in list_event_names()
        if (kind := find_event_kind(name)).is_audited
    }
    words = read_descriptions(DESCRIPTIONS)
    assert held.keys() - words.keys() == set()
    for key, text in words.items():
        action, _, condition = key.partition("#")
        told = set(FACT.findall(text)) | ({condition} if condition else set())
        assert told <= held[action], key


def test_descriptions_of_the_console_replace_those_that_exist():
    portal = read_descriptions(DESCRIPTIONS)
    for key, text in read_descriptions(CONSOLE_DESCRIPTIONS).items():
        assert FACT.findall(text) == FACT.findall(portal[key]), key
        assert "Mandant" in text, key


def test_every_role_of_the_staff_has_german_words():
    words = set(
        re.findall(r"^  'staffRole\|([^']+)': '.+',$", DESCRIPTIONS.read_text(), re.MULTILINE)
    )
    assert words == set(StaffRole)


def test_every_problem_of_a_merge_has_words():
    from gatehouse.user_merge.errors import MergeImpossible
    from gatehouse.user_merge.events import PROBLEMS

    words = set(
        re.findall(r"^  'mergeProblem\|([^']+)': '.+',$", DESCRIPTIONS.read_text(), re.MULTILINE)
    )
    codes = {kind.code for kind in MergeImpossible.__subclasses__()}
    assert words == PROBLEMS.keys() == codes


def read_descriptions(file: Path) -> dict[str, str]:
    return dict(re.findall(r"^  '([\w.#]+)':\s+'(.+)',$", file.read_text(), re.MULTILINE))


def said_in(file: Path) -> set[str]:
    return set(re.findall(r"^  '?([^'\n]+?)'?: '", file.read_text(), re.MULTILINE))


def test_english_event_names_replace_names_that_exist():
    found = group_entries_by_category(())
    named = {one.name for one in found} | {
        one.display_name for some in found.values() for one in some
    }
    assert said_in(PORTAL / "shared" / "english-event-names.ts") - named == set()
