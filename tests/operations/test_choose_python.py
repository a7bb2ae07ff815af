"""`scripts/choose_python.py` takes the fastest interpreter that can run Gatehouse."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gatehouse.kit.interpreter import find_base_executable

SCRIPT = Path(__file__).parents[2] / "scripts" / "choose_python.py"


@pytest.fixture(scope="module")
def chooser() -> ModuleType:
    spec = importlib.util.spec_from_file_location("choose_python", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def create_interpreter(folder: Path, name: str, milliseconds: float, **said: object) -> Path:
    """A program that answers as an interpreter of this speed would."""
    path = folder / name
    answer = {"path": str(path), "description": name, "has_headers": True}
    answer |= {"milliseconds": milliseconds, **said}
    return create_program(path, f"echo '{json.dumps(answer)}'")


def create_program(path: Path, command: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{command}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("speeds", "fastest"),
    [
        ({"first": 5.0, "second": 7.0}, "first"),
        ({"first": 7.0, "second": 5.0}, "second"),
        ({"first": 5.0, "second": 4.9}, "first"),  # no reason to make a new environment
    ],
)
def test_another_interpreter_is_chosen_if_it_is_clearly_faster(chooser, tmp_path, speeds, fastest):
    paths = [create_interpreter(tmp_path, name, speed) for name, speed in speeds.items()]
    chosen = chooser.choose_fastest(chooser.measure_candidates(map(str, paths)))
    assert chosen["description"] == fastest


def test_headers_come_before_speed(chooser, tmp_path):
    fast = create_interpreter(tmp_path, "fast", 5, has_headers=False)
    slow = create_interpreter(tmp_path, "slow", 9)
    measured = chooser.measure_candidates([str(fast), str(slow)])
    assert chooser.choose_fastest(measured)["description"] == "slow"
    assert chooser.choose_fastest(measured[:1])["description"] == "fast"


@pytest.mark.parametrize(
    "command", ["exit 127", "echo null", "echo 'python3: no such version'", "exec /none"]
)
def test_what_does_not_run_or_is_too_old_is_left_out(chooser, tmp_path, command):
    program = create_program(tmp_path / "python3.13", command)
    assert chooser.measure_candidates([str(program), str(tmp_path / "missing")]) == []


def test_each_interpreter_is_a_candidate_once_and_that_of_the_environment_is_the_first(
    chooser, tmp_path, monkeypatch
):
    used = create_interpreter(tmp_path / "used", "python3.11", 5)
    newer = create_interpreter(tmp_path / "path", "python3.13", 5)
    (tmp_path / "path" / "python3").symlink_to(newer)
    environment = tmp_path / ".venv" / "bin" / "python"
    environment.parent.mkdir(parents=True)
    environment.symlink_to(used)
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(chooser, "PLACES", (f"{tmp_path}/*ed",))
    found = chooser.find_candidates(tmp_path / ".venv")
    assert found == [str(environment), str(newer)]


def test_an_interpreter_says_what_it_is():
    done = subprocess.run(
        [sys.executable, "-I", SCRIPT, "--measure"], capture_output=True, text=True, check=True
    )
    said = json.loads(done.stdout)
    assert said["path"] == find_base_executable()
    assert said["milliseconds"] > 0
    assert said["description"].endswith((f"optimized build, {said['path']}",
                                         f"built without optimizations, {said['path']}"))  # fmt: skip


def test_a_version_limits_the_candidates_to_its_interpreters(chooser, tmp_path, monkeypatch):
    shim = create_program(tmp_path / "path" / "python3.13", "exit 127")
    installed = create_interpreter(tmp_path / "installed", "python3.13", 5)
    create_interpreter(tmp_path / "installed", "python3.12", 4)
    monkeypatch.setenv("PATH", str(shim.parent))
    monkeypatch.setattr(chooser, "PLACES", (f"{tmp_path}/*ed",))
    found = chooser.find_candidates(tmp_path / ".venv", "3.13")
    assert [one["path"] for one in chooser.measure_candidates(found)] == [str(installed)]


@pytest.mark.parametrize("version", [find_base_executable(), "3.99"])
def test_a_variable_decides_without_a_comparison(version):
    done = subprocess.run(
        [sys.executable, SCRIPT],
        env={**os.environ, "UV_PYTHON": version},
        capture_output=True,
        text=True,
        check=False,
    )
    if version == "3.99":
        assert done.returncode == 1
        assert "UV_PYTHON=3.99 names no CPython 3.11 or later" in done.stderr
    else:
        assert done.stdout == f"{version}\n"
        assert "(not" not in done.stderr
