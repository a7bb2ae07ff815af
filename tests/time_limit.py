"""Reports failures while the run goes on, and ends a run whose time is over.

With `--time-limit MINUTES` no test starts after that time. A test that still runs GRACE_SECONDS later fails,
and its fixtures are torn down, which stops what they started. So the run ends with the usual summary. If even
that does not end it, the controller names the tests that run, ends every process of the run and exits.
"""

import os
import signal
import threading
import time
from collections.abc import Generator
from types import FrameType
from typing import Any
from uuid import uuid4

import pytest

from tests.leftovers import end_processes

RUN = "PYTEST_RUN_ID"  # inherited by every process that a test starts
GRACE_SECONDS = 90.0
REPEAT_SECONDS = 30.0  # until the next interruption of the same test
CLEANUP_SECONDS = 180.0  # for the teardown of interrupted tests


def add_options(parser: pytest.Parser) -> None:
    parser.addoption(
        "--time-limit", type=float, metavar="MINUTES", help="start no test after this time"
    )
    parser.addoption(
        "--grace", type=float, metavar="SECONDS", default=GRACE_SECONDS,
        help="how long a running test may take after the time limit",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    worker = getattr(config, "workerinput", None)
    limit = config.getoption("time_limit")
    ends_at = worker.get("ends_at") if worker else limit and time.time() + limit * 60
    grace = config.getoption("grace")
    if worker is None:
        os.environ[RUN] = uuid4().hex
        config.pluginmanager.register(Monitor(config, ends_at, grace), "monitor")
    if worker is not None or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Deadline(ends_at, grace), "deadline")


class Deadline:
    """In each process that runs tests."""

    def __init__(self, ends_at: float | None, grace: float) -> None:
        self.ends_at, self.grace = ends_at, grace
        self.running: str | None = None

    def is_over(self) -> bool:
        return self.ends_at is not None and time.time() >= self.ends_at

    def pytest_sessionstart(self) -> None:
        if self.ends_at is not None:
            self.end_at(self.ends_at)

    def end_at(self, moment: float) -> None:
        self.ends_at = moment
        signal.signal(signal.SIGUSR2, self.interrupt)
        threading.Thread(target=self.watch, args=[moment], daemon=True).start()

    def watch(self, ends_at: float) -> None:
        time.sleep(max(0.0, ends_at + self.grace - time.time()))
        while True:
            if self.running:
                os.kill(os.getpid(), signal.SIGUSR2)
            time.sleep(REPEAT_SECONDS)

    def interrupt(self, _number: int, _frame: FrameType | None) -> None:
        if self.running:
            pytest.fail("The time limit of the run has passed, and this test was still running.")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self.running = item.nodeid
        try:
            return (yield)
        finally:
            self.running = None
            if self.is_over():
                item.session.shouldstop = "the time limit of the run has passed"


class Monitor:
    """In the process that reports."""

    def __init__(self, config: pytest.Config, ends_at: float | None, grace: float) -> None:
        self.config, self.ends_at, self.grace = config, ends_at, grace
        self.running: dict[str, float] = {}
        self.failed: list[str] = []
        self.finished = threading.Event()

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["ends_at"] = self.ends_at

    def pytest_sessionstart(self) -> None:
        # `timeout` and service managers send this: the summary then comes as after Ctrl-C.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        if self.ends_at is not None:
            self.end_at(self.ends_at)

    def end_at(self, moment: float) -> None:
        self.ends_at = moment
        threading.Thread(target=self.watch, args=[moment], daemon=True).start()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.running[nodeid] = time.time()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.running.pop(nodeid, None)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            name = report.nodeid if report.when == "call" else f"{report.nodeid} ({report.when})"
            self.failed.append(name)
            reason = getattr(report.longrepr, "reprcrash", None)
            first = str(reason.message).partition("\n")[0] if reason else ""
            self.write(f"FAILED {name}{first and f' - {first[:200]}'}")

    def write(self, line: str) -> None:
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        assert reporter is not None
        reporter.ensure_newline()
        reporter.write_line(line)
        reporter.flush()

    def watch(self, ends_at: float) -> None:
        if self.finished.wait(ends_at - time.time()):
            return
        for name, since in sorted(self.running.items(), key=lambda one: one[1]):
            self.write(
                f"The time limit has passed. Running for {time.time() - since:.0f} s: {name}"
            )
        if self.finished.wait(self.grace + CLEANUP_SECONDS):
            return
        for name in self.failed:
            self.write(f"FAILED {name}")
        for name in self.running:
            self.write(f"ENDED {name}")
        end_processes(RUN, os.environ[RUN])
        os._exit(pytest.ExitCode.INTERRUPTED)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.ends_at is not None and time.time() >= self.ends_at:
            done = sum(len(terminalreporter.getreports(one)) for one in ("passed", "failed"))
            terminalreporter.write_line(f"The time limit has passed: only {done} tests were run.")

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        self.finished.set()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one would stop the cleanup
        for process in end_processes(RUN, os.environ[RUN]):
            print(f"Ended process {process}, which the tests left running")  # noqa: T201
