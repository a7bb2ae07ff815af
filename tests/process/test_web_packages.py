"""The packages of the browser, as they are published: packed, installed, and used by an example."""

import json
import shutil
import subprocess
import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB, EXAMPLES = ROOT / "web", ROOT / "examples"
SECONDS = 600


def test_what_is_published_is_whole_and_of_use(tmp_path: Path):
    """One test, since packing builds inside the source tree, where there is room for one at a time."""
    run(WEB, "npm", "run", "--silent", "packages", "--", "--pack", str(tmp_path))
    tarballs = sorted(tmp_path.glob("*.tgz"))
    says_what_it_is_and_has_all_it_names(tarballs)
    is_what_the_examples_install(tarballs)
    builds_an_example(tarballs, tmp_path / "react-product")


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def installed(tarballs: list[Path], project: Path) -> None:
    """As npm would, from what is on this machine: nothing is fetched."""
    modules = project / "node_modules"
    for one in (WEB / "node_modules").iterdir():
        if one.name.startswith("@") and one.name != "@gatehouse":
            for scoped in one.iterdir():
                (modules / one.name).mkdir(parents=True, exist_ok=True)
                (modules / one.name / scoped.name).symlink_to(scoped)
        elif one.name == ".bin" or not one.name.startswith((".", "@")):
            modules.mkdir(exist_ok=True)
            (modules / one.name).symlink_to(one)
    for tarball in tarballs:
        with tarfile.open(tarball) as packed:
            name = manifest_of(packed)["name"]
            packed.extractall(project / "unpacked", filter="data")
        (modules / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(project / "unpacked" / "package", modules / name)


def manifest_of(packed: tarfile.TarFile) -> dict[str, str]:
    file = packed.extractfile("package/package.json")
    assert file
    found: dict[str, str] = json.load(file)
    return found


def says_what_it_is_and_has_all_it_names(tarballs: list[Path]) -> None:
    assert [one.name.removesuffix("-0.1.0.tgz") for one in tarballs] == [
        f"gatehouse-{name}" for name in ("admin-portal", "api", "login", "react", "sdk", "ui")
    ]
    for tarball in tarballs:
        with tarfile.open(tarball) as packed:
            names, manifest = set(packed.getnames()), manifest_of(packed)
        assert {"package/README.md", "package/LICENSE"} <= names
        assert manifest["description"]
        assert "private" not in manifest
        exports: dict[str, str | dict[str, str]] = manifest["exports"]  # type: ignore[assignment]
        targets = [
            path
            for one in exports.values()
            for path in ([one] if isinstance(one, str) else one.values())
        ]
        missing = [one for one in targets if f"package/{one.removeprefix('./')}" not in names]
        assert not missing, tarball.name
        assert not [name for name in names if ".test." in name], tarball.name


def builds_an_example(tarballs: list[Path], project: Path) -> None:
    shutil.copytree(
        EXAMPLES / "react-product", project, ignore=shutil.ignore_patterns("node_modules")
    )
    installed(tarballs, project)
    run(project, "npx", "--no-install", "tsc")
    run(project, "npx", "--no-install", "vite", "build")
    sheets = list((project / "dist" / "assets").glob("*.css"))
    assert any("--gh-" in one.read_text() for one in sheets)


def is_what_the_examples_install(tarballs: list[Path]) -> None:
    for example in ("react-product", "web-component"):
        manifest = json.loads((EXAMPLES / example / "package.json").read_text())
        files = [
            path.removeprefix("file:../tarballs/")
            for path in manifest["dependencies"].values()
            if path.startswith("file:")
        ]
        assert set(files) <= {one.name for one in tarballs}
