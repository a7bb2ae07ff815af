"""The check of names and prose counts what it says it counts."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "plain_language.py"
FILES = {
    "src/gatehouse/__init__.py": "",
    "src/gatehouse/roles/asked.py": '''"""Whoever asks."""

# Nobody calls this.
class Door:
    """A tenant's sign-in. The second factor is asked for."""

    def told(self) -> str:
        return "Somebody # else"

    def lock_tenant(self) -> None: ...
''',
    "src/gatehouse/first.py": "class Door: ...\n",
    "src/gatehouse/second.py": "class Door: ...\ndef proving(): ...\n",
    "src/gatehouse/simulators/bank.py": "def told(): ...  # whoever\n",
    "tests/test_it.py": 'def test_it():\n    """Everybody."""\n',
    "web/apps/console/src/a.texts.ts": "// Nobody reads this\nexport const t = { a: 'Whoever may' }\n",
    "web/apps/console/src/a.texts.de.ts": "export const t = { a: 'Nobody' }\n",
    "web/apps/console/src/a.ts": "const url = 'https://nobody.test'\nfunction renewed() {}\n",
    "docs/guides/a.md": "Everybody may.\n",
}
EXPECTED = {
    "one_word_names": 83.3,  # all but lock_tenant
    "participles": 16.7,
    "participles_in_web": 1,
    "repeated_class_names": 1,
    "guessed_names": 5,
    "idioms": 2,
    "idioms_in_tests": 1,
    "idioms_in_web": 1,
    "idioms_on_screens": 1,
    "idioms_in_errors": 1,
    "idioms_in_documents": 1,
    "terms": 1,
}


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("plain_language", SCRIPT)
    assert spec
    assert spec.loader
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_names_and_words_are_counted(script: ModuleType, tmp_path: Path):
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    found = script.measure(tmp_path)
    assert {key: measure.count for key, measure in found.items()} == EXPECTED
    assert str(found["guessed_names"].places[0]).endswith(": Door → SignInContext")


def test_budgets_fall_and_never_rise(script: ModuleType, tmp_path: Path, monkeypatch):
    file = tmp_path / "budgets.toml"
    file.write_text("# Why.\nidioms = 5\nterms = 1\n")
    monkeypatch.setattr(script, "BUDGETS", file)
    places = [script.Place("a.py:1", "whoever")] * 3
    measures = {"idioms": script.Measure("", places), "terms": script.Measure("", places)}
    script.lower({"idioms": 5, "terms": 1}, measures)
    assert file.read_text() == "# Why.\nidioms = 3\nterms = 1\n"
