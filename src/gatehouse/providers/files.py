"""Messages as files: whoever reads the folder sees a file whole or not at all."""

from pathlib import Path


def write_whole(folder: Path, name: str, content: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f".{name}.part"
    unfinished.write_bytes(content)
    unfinished.rename(folder / name)
