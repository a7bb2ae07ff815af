"""Who uses a tool, by what surrounds it (case 29)."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gatehouse_license import detect
from gatehouse_license.computer import remember_hostname

GITHUB = {
    "CI": "true",
    "GITHUB_ACTIONS": "true",
    "GITHUB_REPOSITORY": "acme/site",
    "GITHUB_RUN_ID": "77",
    "GITHUB_RUN_ATTEMPT": "1",
    "GITHUB_JOB": "build",
}


@pytest.mark.parametrize(
    ("environ", "subject"),
    [
        (GITHUB, "acme/site 77 1 build"),
        ({"GITLAB_CI": "true", "CI_PROJECT_PATH": "acme/app", "CI_JOB_ID": "9"}, "acme/app 9"),
        ({"JENKINS_URL": "https://ci.test", "BUILD_TAG": "jenkins-app-4"}, "jenkins-app-4"),
        ({"CODEBUILD_BUILD_ID": "app:1234"}, "app:1234"),
        ({"BUILDKITE": "true", "BUILDKITE_JOB_ID": "b-1"}, "b-1"),
        (GITHUB | {"RUNNER_NAME": "GitHub Actions 12"}, "acme/site 77 1 build #6ed2217712"),
    ],
)
def test_a_run_in_ci(environ, subject):
    who = detect(environ)
    assert (who.kind, who.subject) == ("ci", subject)


@pytest.mark.parametrize(
    "legs",
    [
        [GITHUB | {"RUNNER_NAME": f"GitHub Actions {n}"} for n in range(12)],
        [GITHUB | {"RUNNER_NAME": "box", "RUNNER_TRACKING_ID": f"github_{n}"} for n in range(3)],
        [
            GITHUB | {"GITHUB_REPOSITORY": "a/" + "x" * 250, "RUNNER_NAME": f"GitHub Actions {n}"}
            for n in range(3)
        ],
        [
            {"CIRCLECI": "true", "CIRCLE_WORKFLOW_JOB_ID": "9", "CIRCLE_NODE_INDEX": f"{n}"}
            for n in range(4)
        ],
        [
            {"JENKINS_URL": "https://ci.test", "BUILD_TAG": "app-4", "EXECUTOR_NUMBER": f"{n}"}
            for n in range(4)
        ],
        # Batches of parallel tests share project, configuration and build number.
        [
            {
                "TEAMCITY_VERSION": "2025.07",
                "TEAMCITY_PROJECT_NAME": "App",
                "BUILD_NUMBER": "12",
                "TEAMCITY_BUILDCONF_NAME": "Test",
                "BUILD_URL": f"https://ci.test/buildConfiguration/App/{n}",
            }
            for n in range(4)
        ],
    ],
)
def test_each_leg_of_a_run_in_ci_has_a_subject_of_its_own(legs):
    subjects = [detect(leg).subject for leg in legs]
    assert len(set(subjects)) == len(legs)
    assert subjects == [detect(leg).subject for leg in legs]
    assert max(len(one) for one in subjects) <= 200


def test_ci_that_says_nothing_more_is_each_time_another_run():
    first, second = detect({"CI": "1"}), detect({"CI": "1"})
    assert first.kind == second.kind == "ci"
    assert first.subject != second.subject


@pytest.mark.parametrize("environ", [{}, {"CI": ""}, {"CI": "false"}, {"CI": "0"}])
def test_a_person_at_a_computer(environ, monkeypatch):
    monkeypatch.setattr("getpass.getuser", lambda: "ann")
    monkeypatch.setattr("platform.node", lambda: "box-1")
    who = detect(environ)
    assert (who.kind, who.subject, who.hostname) == ("user", "ann@box-1", "box-1")
    assert detect(environ, kind="machine").subject == "box-1"


def test_what_the_tool_says_holds():
    who = detect(GITHUB, subject="ann@acme.test")
    assert (who.kind, who.subject) == ("user", "ann@acme.test")
    assert detect(GITHUB, kind="user", subject="bob").kind == "user"
    assert detect({}, kind="ci", subject="run 5").kind == "ci"


def test_a_name_is_made_fit_for_the_wire(monkeypatch):
    assert detect({}, subject=" a\x00b\n ").subject == "ab"
    assert len(detect({}, subject="x" * 500).subject) == 200

    def nobody() -> str:
        raise KeyError("uid")

    monkeypatch.setattr("getpass.getuser", nobody)
    monkeypatch.setattr("platform.node", lambda: "")
    assert detect({}).subject == "unknown@unknown"


FIRST = "Anns-MacBook-Pro.corp.example"


def subject_at(laptop, root: Path, hostname: str, **environ: str) -> str:
    laptop.set_hostname(hostname)
    return detect(environ, root=root).subject


def test_a_computer_keeps_the_name_of_its_first_run(laptop, tmp_path):
    for hostname in (FIRST, "Anns-MacBook-Pro.local", "Anns-MacBook-Pro-2.local", FIRST.upper()):
        assert subject_at(laptop, tmp_path, hostname) == f"ann@{FIRST}"
        assert detect({}, root=tmp_path).hostname == hostname
        assert detect({}, kind="machine", root=tmp_path).subject == FIRST


def test_computers_that_share_a_folder_keep_a_name_each(laptop, tmp_path):
    assert subject_at(laptop, tmp_path, "box-1") == "ann@box-1"
    laptop.set_machine_id("f" * 32)
    assert subject_at(laptop, tmp_path, "box-2") == "ann@box-2"
    assert subject_at(laptop, tmp_path, "box-3") == "ann@box-2"


@pytest.mark.parametrize(
    "variable", ["KUBERNETES_SERVICE_HOST", "ECS_CONTAINER_METADATA_URI_V4", "K_SERVICE"]
)
def test_copies_of_a_container_are_told_apart_by_their_host_names(laptop, tmp_path, variable):
    for number in range(3):
        name = f"app-7d9f-{number}"
        assert subject_at(laptop, tmp_path, name, **{variable: "value"}) == f"ann@{name}"
    laptop.container_file.touch()
    for number in range(3):
        assert subject_at(laptop, tmp_path, f"app-{number}") == f"ann@app-{number}"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("machine_id", ["", "uninitialized", "0" * 32, "\u00e4" * 32])
def test_without_a_machine_id_the_host_name_is_the_current_one(laptop, tmp_path, machine_id):
    laptop.set_machine_id(machine_id)
    for hostname in ("box-1", "box-2"):
        assert subject_at(laptop, tmp_path, hostname) == f"ann@{hostname}"
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written_the_host_name_is_the_current_one(laptop, tmp_path):
    (tmp_path / "file").touch()
    for root in (tmp_path / "file", tmp_path / "file" / "below", Path(os.devnull)):
        for hostname in ("box-1", "box-2"):
            assert subject_at(laptop, root, hostname) == f"ann@{hostname}"


def test_a_name_file_that_cannot_be_read_leaves_the_current_host_name(laptop, tmp_path):
    subject_at(laptop, tmp_path, "box-1")
    [file] = tmp_path.iterdir()
    file.unlink()
    file.mkdir()
    assert subject_at(laptop, tmp_path, "box-2") == "ann@box-2"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\x00", b"[]", b"{}", b'{"hostname": 5}', b'{"hostname": " "}', b"[" * 100_000],
)
def test_a_damaged_name_file_is_replaced(laptop, tmp_path, content):
    subject_at(laptop, tmp_path, "box-1")
    [file] = tmp_path.iterdir()
    file.write_bytes(content)
    assert subject_at(laptop, tmp_path, "box-2") == "ann@box-2"
    assert subject_at(laptop, tmp_path, "box-3") == "ann@box-2"


@pytest.mark.parametrize("hostname", ["", "localhost", "LOCALHOST", "localhost.localdomain"])
def test_a_host_name_of_every_computer_is_not_remembered(laptop, tmp_path, hostname):
    assert subject_at(laptop, tmp_path, hostname) == f"ann@{hostname or 'unknown'}"
    assert subject_at(laptop, tmp_path, "box-1") == "ann@box-1"
    assert subject_at(laptop, tmp_path, hostname) == "ann@box-1"


@pytest.mark.parametrize("has_links", [True, False])
def test_the_name_file_is_for_its_user_alone_and_nothing_is_left_beside_it(
    laptop, tmp_path, monkeypatch, has_links
):
    def refuse(source: str, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    if not has_links:
        monkeypatch.setattr("os.link", refuse)
    assert subject_at(laptop, tmp_path, "box-1") == "ann@box-1"
    assert subject_at(laptop, tmp_path, "box-2") == "ann@box-1"
    [file] = tmp_path.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert json.loads(file.read_text()) == {"hostname": "box-1"}
    assert "0123456789abcdef" not in file.name


@pytest.mark.usefixtures("laptop")
def test_first_runs_at_once_agree_on_one_name(tmp_path):
    names = [f"box-{number}" for number in range(8)]
    for turn in range(20):
        root = tmp_path / str(turn)
        with ThreadPoolExecutor(len(names)) as pool:
            remembered = set(
                pool.map(lambda name, root=root: remember_hostname(root, {}, name), names)
            )
        assert len(remembered) == 1
        assert len(list(root.iterdir())) == 1


def test_what_the_tool_says_and_ci_need_no_name_file(laptop, tmp_path):
    laptop.set_hostname("box-1")
    assert detect({}, subject="ann@acme.test", root=tmp_path).subject == "ann@acme.test"
    assert detect(GITHUB, root=tmp_path).subject == "acme/site 77 1 build"
    assert list(tmp_path.iterdir()) == []
