"""No row of `docs/coverage` is without a test, and no test named there is missing."""

from pathlib import Path

import pytest

from tests.docs.coverage import ROOT, exists, faults

HEAD = "| Spec | What | Proven by |\n|---|---|---|\n"
HERE = f"{Path(__file__).relative_to(ROOT)}"
OF_THE_BROWSER = "web/packages/sdk/src/jwt.test.ts"


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "coverage").glob("*.md")), ids=lambda page: page.stem
)
def test_each_row_names_tests_that_exist(page: Path):
    assert faults(page.read_text()) == []


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (f"| 1 | This | `{HERE}::test_each_row_names_tests_that_exist` |", []),
        ("| 2 | Nothing |  |", ["2: nothing is no test in backticks"]),
        ("| 3 | Words | by hand |", ["3: by hand is no test in backticks"]),
        (f"| 4 | Renamed | `{HERE}::test_gone` |", [f"4: there is no {HERE}::test_gone"]),
        (f"| 5 | No test | `{HERE}::HEAD` |", [f"5: there is no {HERE}::HEAD"]),
        (
            "| 6 | No file | `tests/gone.py::test_a`<br>`x` |",
            ["6: there is no tests/gone.py::test_a", "6: there is no x"],
        ),
        ("| 7 | `tests/gone.py::test_a` |", ["7: has 2 cells"]),
    ],
)
def test_a_row_without_a_test_is_told(row: str, said: list[str]):
    assert faults(HEAD + row) == said


def test_a_report_from_the_field_says_its_input_and_what_happens_now():
    head = "| Report | Input | Now | Proven by |\n|---|---|---|---|\n"
    proven = f"`{HERE}::test_a_page_without_rows_is_told`"
    assert faults(f"{head}| a/b#1 | A key | Accepted | {proven} |") == []
    assert faults(f"{head}| a/b#1 | A key | {proven} |") == ["a/b#1: has 3 cells"]


def test_a_page_without_rows_is_told():
    assert (
        faults("Words alone")
        == faults(HEAD)
        == ["has no row under the header | Spec | What | Proven by |"]
    )


def test_tests_of_the_browser_are_found_by_their_title():
    first = (ROOT / OF_THE_BROWSER).read_text().split("test('")[1].split("'")[0]
    assert exists(f"{OF_THE_BROWSER} › {first}")
    assert not exists(f"{OF_THE_BROWSER} › {first} too")
