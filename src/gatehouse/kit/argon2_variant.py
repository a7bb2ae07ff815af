"""Chooses the build of Argon2 that this processor runs fastest.

`make install` puts builds for the x86-64 levels v3 (AVX2) and v4 (AVX-512) beside the generic one.
Only a level whose every instruction set the kernel reports is imported, so an environment that is
moved to an older machine falls back by itself. The choice is made when this module is imported, so a module
that imports argon2, also through another library, imports this one before it.
"""

import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

_V3 = frozenset({"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"})
LEVELS = {
    "x86-64-v4": _V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
    "x86-64-v3": _V3,
}


def _choose_build() -> str:
    """Put the best build first on the import path; its name."""
    packages = Path(sysconfig.get_paths()["purelib"])
    release = version("argon2-cffi-bindings")
    for level in _list_usable_levels():
        folder = packages / f"_argon2_{release}_{level}"
        if folder.is_dir():
            sys.path.insert(0, str(folder))
            return level
    return "generic"


def find_fastest_level() -> str | None:
    """The level whose build would be the fastest here; None where only the generic one runs."""
    return next(iter(_list_usable_levels()), None)


def _list_usable_levels() -> list[str]:
    features = _read_processor_features()
    return [level for level, needed in LEVELS.items() if needed <= features]


def _read_processor_features() -> frozenset[str]:
    try:
        with Path("/proc/cpuinfo").open() as lines:
            flags = next((line for line in lines if line.startswith("flags")), "")
    except OSError:
        return frozenset()
    return frozenset(flags.partition(":")[2].split())


VARIANT = _choose_build()
