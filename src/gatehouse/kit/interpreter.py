"""The Python that runs Gatehouse. Only the standard library is imported: `scripts/choose_python.py` asks each
interpreter of the machine before anything is installed."""

import platform
import sys
import sysconfig


def is_optimized_build() -> bool:
    """Whether this Python was compiled with profile-guided optimization."""
    options = sysconfig.get_config_var("CONFIG_ARGS") or ""
    # Debian and Ubuntu optimize without that option. Only their builds have this scheme.
    return "--enable-optimizations" in options or "deb_system" in sysconfig.get_scheme_names()


def describe_build() -> str:
    return "optimized build" if is_optimized_build() else "built without optimizations"


def describe_interpreter() -> str:
    """Version, build and path, such as "Python 3.11.2, optimized build, /usr/bin/python3.11"."""
    return f"Python {platform.python_version()}, {describe_build()}, {find_base_executable()}"


def find_base_executable() -> str:
    """The interpreter from which this virtual environment was made, or this one."""
    return str(getattr(sys, "_base_executable", None) or sys.executable)
