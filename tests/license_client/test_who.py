"""Who uses a tool, by what surrounds it (case 29)."""

import pytest

from gatehouse_license import detect

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
