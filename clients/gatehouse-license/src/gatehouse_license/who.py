"""Who uses the tool: a person at a computer, or a run in CI."""

import getpass
import hashlib
import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from uuid import uuid4

from gatehouse_license.computer import remember_hostname

Kind = Literal["user", "machine", "ci"]

# What says that this is CI, and what of it tells one run from another.
CI: dict[str, tuple[str, ...]] = {
    "GITHUB_ACTIONS": ("GITHUB_REPOSITORY", "GITHUB_RUN_ID", "GITHUB_RUN_ATTEMPT", "GITHUB_JOB"),
    "GITLAB_CI": ("CI_PROJECT_PATH", "CI_JOB_ID"),
    "BUILDKITE": ("BUILDKITE_JOB_ID",),
    "CIRCLECI": ("CIRCLE_PROJECT_REPONAME", "CIRCLE_WORKFLOW_JOB_ID"),
    "TRAVIS": ("TRAVIS_REPO_SLUG", "TRAVIS_JOB_ID"),
    "TF_BUILD": ("BUILD_DEFINITIONNAME", "BUILD_BUILDID", "SYSTEM_JOBID"),
    "JENKINS_URL": ("BUILD_TAG",),
    "TEAMCITY_VERSION": ("TEAMCITY_PROJECT_NAME", "TEAMCITY_BUILDCONF_NAME", "BUILD_NUMBER"),
    "BITBUCKET_BUILD_NUMBER": ("BITBUCKET_REPO_FULL_NAME", "BITBUCKET_STEP_UUID"),
    "CODEBUILD_BUILD_ID": ("CODEBUILD_BUILD_ID",),
    "DRONE": ("DRONE_REPO", "DRONE_BUILD_NUMBER"),
    "CI": (),
}
# Where legs of a matrix, parallel branches or containers share all of that: what tells them apart. It may be
# long and means nothing to people, so that a short hash of it goes into the subject.
LEG: dict[str, tuple[str, ...]] = {
    "GITHUB_ACTIONS": ("RUNNER_NAME", "RUNNER_TRACKING_ID"),
    "CIRCLECI": ("CIRCLE_NODE_INDEX",),
    "JENKINS_URL": ("NODE_NAME", "EXECUTOR_NUMBER"),
    "TEAMCITY_VERSION": ("BUILD_URL",),
    "DRONE": ("DRONE_STAGE_NUMBER", "DRONE_STEP_NUMBER"),
}
NO = {"", "0", "false", "no", "off"}
MOST = 200


@dataclass(frozen=True, slots=True)
class Who:
    kind: Kind
    subject: str
    hostname: str


def detect(
    environ: Mapping[str, str] = os.environ,
    kind: Kind | None = None,
    subject: str | None = None,
    *,
    root: Path | None = None,
) -> Who:
    """What is given holds; the rest is found out. A run in CI takes no seat; a person on two computers
    takes two, unless the tool knows them by a subject of its own. With `root`, the folder of what the
    tool keeps, the subject stays that of the computer's first run when its host name changes."""
    hostname = platform.node() or "unknown"
    told_by = next((name for name in CI if environ.get(name, "").lower() not in NO), None)
    kind = kind or ("ci" if told_by and subject is None else "user")
    if subject is None and kind == "ci":
        subject = _run(environ, told_by)
    elif subject is None:
        computer = remember_hostname(root, environ, hostname) if root else hostname
        subject = computer if kind == "machine" else f"{_login()}@{computer}"
    return Who(kind, _printable(subject), _printable(hostname))


def _run(environ: Mapping[str, str], told_by: str | None) -> str:
    """The run, and within it the leg: each counts for itself, and ends for itself."""
    known = [environ[name] for name in CI.get(told_by or "", ()) if environ.get(name)]
    leg = [environ[name] for name in LEG.get(told_by or "", ()) if environ.get(name)]
    if not known:
        return f"run {uuid4().hex}"
    run = _printable(" ".join(known))
    if not leg:
        return run
    suffix = f" #{hashlib.sha256(' '.join(leg).encode()).hexdigest()[:10]}"
    return run[: MOST - len(suffix)] + suffix


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"


def printable(text: str, most: int) -> str:
    """What the server takes of a text: no control characters, and not more characters than that."""
    return "".join(one for one in text if one.isprintable()).strip()[:most]


def _printable(text: str) -> str:
    return printable(text, MOST) or "unknown"
