"""Writes messages as files, atomically: a reader of the folder never sees a partial file."""

from pathlib import Path


def write_whole(folder: Path, name: str, content: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f".{name}.part"
    unfinished.write_bytes(content)
    unfinished.rename(folder / name)
