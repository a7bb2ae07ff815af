"""The build of Argon2 that a process loads, whatever it imports first."""

import subprocess
import sys

import pytest

from gatehouse.kit.argon2_variant import VARIANT

PRINT_LOADED = "import sys; print(sys.modules['_argon2_cffi_bindings'].__file__)"


@pytest.mark.parametrize(
    "first",
    ["gatehouse.kit.hashing", "gatehouse.providers.captcha", "gatehouse.identity.sign_in.routes"],
)
def test_the_chosen_build_is_loaded(first):
    done = subprocess.run(
        [sys.executable, "-c", f"import {first}; {PRINT_LOADED}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ("_x86-64-" in done.stdout) is (VARIANT != "generic")
    assert VARIANT == "generic" or VARIANT in done.stdout
