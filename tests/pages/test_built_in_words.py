"""What the catalogue names in English is said in German by the portal."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MIGRATIONS = ROOT / "src" / "gatehouse" / "migrations"
GERMAN = ROOT / "web" / "packages" / "admin-portal" / "src" / "roles" / "built-in.texts.de.ts"
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
    said = set(re.findall(r"^  '?([^'\n]+?)'?: '", GERMAN.read_text(), re.MULTILINE))
    assert {"View users", "User management", "Act in the name of users"} <= named
    assert named - said == set()
