"""The sample tool of `examples/licensed-tool`, used by users of the demo's company: one has just finished,
another uses it as long as the server runs. An installed package does not contain the tool."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx

from gatehouse.demo.names import COLLEAGUES, build_demo_address
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.logs import get_logger
from gatehouse.kit.resources import Resources

ROOT = Path(__file__).parents[3]
TOOL = ROOT / "examples" / "licensed-tool" / "acme_reports.py"
CLIENT = ROOT / "clients" / "gatehouse-license" / "src"
AT_WORK, DONE = COLLEAGUES[0], COLLEAGUES[7]
PATIENCE_SECONDS = 60

log = get_logger()


class SampleTool:
    def __init__(self, here: Deployment) -> None:
        self._url = f"http://127.0.0.1:{here.port}"
        self._folder = here.data_dir / "licensed-tool"
        self._working: asyncio.subprocess.Process | None = None

    async def run_sample(self, key: str) -> None:
        """One run from beginning to end, and one that holds its seat until `stop`."""
        if self._working or not _is_tool_available():
            return
        await self._download_public_keys()
        if await _finishes_successfully(await self._start_tool(key, DONE)):
            self._working = await self._start_tool(key, AT_WORK, "--wait")

    async def stop(self) -> None:
        if self._working:
            with suppress(ProcessLookupError):
                self._working.terminate()
            await self._working.wait()

    async def _download_public_keys(self) -> None:
        """A tool is shipped with them."""
        async with httpx.AsyncClient(base_url=self._url, trust_env=False) as http:
            answer = await http.get("/.well-known/gatehouse-license-keys.json")
        self._store_public_keys(answer.raise_for_status().content)

    def _store_public_keys(self, public_keys: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / "public-keys.json").write_bytes(public_keys)

    async def _start_tool(self, key: str, name: str, *more: str) -> asyncio.subprocess.Process:
        """With nothing of the server's environment, which may say that this is CI; the server's end reaches
        the tool as the end of its input, and Ctrl-C does not."""
        path = os.environ.get("PATH", os.defpath)
        return await asyncio.create_subprocess_exec(
            sys.executable, str(TOOL),
            "--server", self._url, "--folder", str(self._folder),
            "--public-keys", str(self._folder / "public-keys.json"),
            "--subject", build_demo_address(name), "--name", name, "count", str(TOOL), *more,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            env={"ACME_KEY": key, "PYTHONPATH": str(CLIENT), "PATH": path},
            start_new_session=True,
        )  # fmt: skip


async def _finishes_successfully(run: asyncio.subprocess.Process) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            await run.wait()
    if run.returncode is None:
        run.kill()
    if run.returncode != 0:
        log.warning("the sample tool did not run", code=run.returncode)
    return run.returncode == 0


def _is_tool_available() -> bool:
    return TOOL.exists() and CLIENT.exists()


@asynccontextmanager
async def provide_sample_tool(resources: Resources) -> AsyncIterator[None]:
    """While this process serves."""
    tool = SampleTool(resources[Deployment])
    resources.add(SampleTool, tool)
    try:
        yield
    finally:
        await tool.stop()


async def use_sample_tool(resources: Resources, key: str) -> None:
    """Nothing in a process that is a worker alone: the tool would outlive what it was started by."""
    try:
        tool = resources[SampleTool]
    except LookupError:
        return
    await tool.run_sample(key)
