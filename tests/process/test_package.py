"""The wheel is the product: installed elsewhere, started in an empty folder, every page loads. The payment
simulators of the demo are a wheel of their own."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.process.company import Company
from tests.process.server import Server, environment

CHECKOUT = Path(__file__).parents[2]
UV = shutil.which("uv", path=f"{CHECKOUT / '.tools' / 'bin'}:{os.environ['PATH']}")
BROWSER = {"accept": "text/html"}
PAGES = ["/account/login", "/oauth/portal", "/general", "/console", "/console/set-up", "/docs"]
ADDRESS = re.compile(r'(?:src|href)="(/static/[^"]+)"')
# Chunks name each other relative to themselves, and styles their fonts.
CHUNK = re.compile(rb'["(](?:\./|/static/\w+/assets/|assets/)([\w.-]+\.(?:js|css|woff2))[")]')


def uv(*arguments: str | Path) -> None:
    assert UV, "uv is missing: run `make install`"
    done = subprocess.run(
        [UV, *arguments], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def product_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(CHECKOUT, tmp_path_factory.mktemp("product"))


@pytest.fixture(scope="module")
def simulators_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(CHECKOUT / "simulators", tmp_path_factory.mktemp("simulators"))


def build_wheel(source: Path, folder: Path) -> Path:
    uv("build", "--offline", "--quiet", "--wheel", "--out-dir", folder, source)
    [wheel] = folder.glob("*.whl")
    return wheel


def install(environment: Path, *wheels: Path) -> Path:
    """The command of a new environment that has the wheels, and borrows their dependencies from ours."""
    uv(
        "venv",
        "--quiet",
        "--python",
        sys.executable,
        environment,
    )
    uv(
        "pip",
        "install",
        "--offline",
        "--quiet",
        "--no-deps",
        "--python",
        environment / "bin" / "python",
        *wheels,
    )
    [packages] = environment.glob("lib/python*/site-packages")
    # A path in a `.pth` is added as it is: what our own environment links to stays out of reach.
    (packages / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"])
    return environment / "bin" / "gatehouse"


@pytest.fixture(scope="module")
def installed(
    product_wheel: Path, simulators_wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    return install(folder / "environment", product_wheel, simulators_wheel)


@pytest.fixture(scope="module")
def server(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("empty")
    started = Server(folder / ".gatehouse", env="demo")
    started.command, started.folder = installed, folder
    try:
        started.start()
        yield started
        assert started.interrupt() == 0
    finally:
        started.clean_up()


def test_nothing_of_the_checkout_is_needed(installed: Path, tmp_path: Path):
    where = "import gatehouse; print(gatehouse.__version__, gatehouse.__file__)"
    done = subprocess.run(
        [installed.with_name("python"), "-P", "-c", where],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    version, file = done.stdout.split()
    assert Path(file).is_relative_to(installed.parents[1])
    said = subprocess.run([installed, "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == version


def files_of(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as files:
        return files.namelist()


def text_of(wheel: Path, file: str) -> str:
    with zipfile.ZipFile(wheel) as files:
        [name] = (name for name in files.namelist() if name.endswith(file))
        return files.read(name).decode()


def test_the_product_has_no_simulators(product_wheel: Path):
    assert {name.split("/")[0] for name in files_of(product_wheel)} == {
        "gatehouse",
        product_wheel.name.removesuffix("-py3-none-any.whl") + ".dist-info",
    }
    wanted = re.findall("^Requires-Dist: (.*)$", text_of(product_wheel, "/METADATA"), re.MULTILINE)
    assert "gatehouse-simulators; extra == 'demo'" in wanted
    assert not [one for one in wanted if "simulators" in one and "extra == 'demo'" not in one]


def test_the_simulators_come_whole_and_want_the_product_of_their_version(simulators_wheel: Path):
    folder = CHECKOUT / "simulators" / "src"
    files = {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {name for name in files_of(simulators_wheel) if ".dist-info/" not in name}
    assert packed == files
    version = simulators_wheel.name.split("-")[1]
    assert f"Requires-Dist: gatehouse=={version}\n" in text_of(simulators_wheel, "/METADATA")


def test_without_simulators_the_product_starts_and_a_demo_says_what_to_install(
    product_wheel: Path, tmp_path: Path
):
    command = install(tmp_path / "environment", product_wheel)
    refused = Server(tmp_path / "demo", env="demo")
    said = subprocess.run(
        [command, "serve"], cwd=tmp_path, env=environment(**refused.settings),
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (said.returncode, said.stderr) == (
        1,
        "gatehouse: GATEHOUSE_ENV=demo needs the payment simulators. Run pip install 'gatehouse[demo]'.\n",
    )
    product = Server(tmp_path / "data", env="development")
    product.command, product.folder = command, tmp_path
    try:
        product.start()
        assert product.interrupt() == 0
    finally:
        product.clean_up()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_and_all_its_chunks_come_from_the_package(server: Server, path: str):
    with httpx.Client(base_url=server.url) as http:
        page = http.get(path, headers=BROWSER)
        assert page.status_code == 200, page.text
        todo = set(ADDRESS.findall(page.text))
        assert todo, page.text
        seen: set[str] = set()
        while todo:
            address = todo.pop()
            seen.add(address)
            answer = http.get(address)
            assert answer.status_code == 200, address
            assert answer.content, address
            if address.endswith((".js", ".css")):
                folder = f"{address.rpartition('/assets/')[0]}/assets/"
                todo |= {folder + name.decode() for name in CHUNK.findall(answer.content)} - seen
        assert any(address.endswith(".js") for address in seen)


def test_a_user_signs_up_and_starts_a_trial(server: Server):
    company = Company(server.url)
    company.sign_up()
    company.sign_in()
    company.call("POST", "/api/v1/organization", {"name": "Acme"})
    [trial] = company.licenses()
    assert trial["isTrial"]
