"""Counts names and words that a reader has to guess, and compares them with a budget that only falls.

    scripts/plain_language.py           fails if a count is above scripts/plain_language.toml; names places
    scripts/plain_language.py --lower   writes lower counts into that file
    scripts/plain_language.py --list M  prints every place that the measure M counts

A function is named by a verb and an object, a predicate by is_, has_, can_ or may_, a class by a noun phrase
that is unique in the code base. Prose names the user, the caller, the worker or the tenant.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUDGETS = Path(__file__).with_suffix(".toml")
SHOWN = 12  # places, of a measure that is above its budget

IDIOM = re.compile(r"\b(whoever|nobody|somebody|everybody|whom)\b", re.I)
IDIOMS_INSTEAD = "name the user, the caller, the worker or the tenant"
KEY = re.compile(r"^\s*['\w.]+:")
SCREEN_IDIOM = re.compile(r"\b(whoever|nobody|everybody)\b", re.I)
PARTICIPLE = re.compile(r"_?[a-z]+(ed|ing)")
NO_GERUND = {
    "nothing",
    "ping",
    "ring",
    "string",
    "bring",
    "feed",
    "seed",
    "speed",
    "need",
    "embed",
    "shed",
}
MAY_BE_ONE_WORD = {"main", "upgrade", "downgrade"}
MOST_MODULES = 2  # with a class of the same name

# Names that readers could not guess, with what they mean.
BETTER_NAMES = {
    "Door": "SignInContext", "door_of": "SignInContext", "Entrant": "SignInCandidate",
    "Situation": "SignInFacts", "Unasked": "NotEvaluated", "Cleared": "Approved",
    "Said": "SourceResponse", "Begun": "StartedSignIn", "Waiting": "Pending…", "Wanted": "…Query",
    "Wish": "PageRequest", "Asked": "…Request", "Told": "Notification", "told": "announce_…",
    "shown": "to_response", "of": "from_row", "forget": "delete_expired", "Place": "IpLocation",
    "prove_again": "confirm_email", "vouch": "mark_verified_by_vendor", "heal": "reconcile",
    "Doubt": "ProviderReadRequired", "given_back": "refunds", "left_open": "orphaned_subscriptions",
    "Desk": "SubscriptionChangeContext", "shown_lately": "has_recent_auth",
    "must_have_shown": "require_recent_auth", "Stood": "LicenseStatusChange",
    "Giver": "RoleAssigner", "take_turn": "lock_tenant", "take_turns": "lock_tenant",
    "stop_writes": "lock_tenant_exclusive", "of_everybody": "vendor_snapshot",
    "Brought": "ImportResult", "Happened": "AuditCount", "Overtaken": "ConcurrentWorker",
    "News": "EventEnvelope", "Leaving": "TenantTable", "Singles": "AutocommitPool", "mend": "fix",
    "loadSurroundings": "loadPublicConfig", "TabNews": "TabMessage", "tell": "broadcast",
    "forgiving": "safeStorage", "arrivedAt": "parseLocation", "leaveRedirect": "saveRedirect",
    "takeRedirect": "consumeRedirect", "Wiring": "GatehouseContextValue",
    "TenantTree": "TenantBoundary", "Held": "StaleTenant", "onceFetch": "idempotentFetch",
    "useDisposal": "useUnmount", "loadPart": "loadChunk", "PartMissingError": "ChunkLoadError",
    "afterAnswer": "nextLoginStep", "untilShown": "awaitRefetch", "placeRefusal": "setServerErrors",
    "useShown": "useStaleWhileError", "AskedFilter": "AsyncSelectFilter", "KeptRow": "MemoRow",
    "isNarrowed": "hasFilters", "looksOf": "themePreview", "isUnanswered": "isNetworkError",
    "leaveDialog": "saveDialogDraft", "Newcomers": "RecentInvites", "lookAgain": "pollAfterPayment",
    "endOrWait": "handleRefreshError",
}  # fmt: skip
BETTER_MODULES = {
    "asked": "prehook_result", "asking": "client", "answering": "decide", "places": "ip_location",
    "known_places": "known_locations", "older_boxes": "legacy_login_box_v5",
    "oldest_box": "legacy_login_box_v4", "ours": "sp_initiated", "theirs": "idp_initiated",
    "kept": "retention", "given_back": "refunds", "left_open": "orphaned_subscriptions",
    "leavings": "tenant_cleanup", "edge": "request_middleware", "gate": "request_limits",
    "shapes": "error_formats", "side_process": "subprocess_pool", "lagging": "replica_reads",
    "named": "header_names",
}  # fmt: skip
# Of one concept one word: what stands instead of it.
BETTER_TERMS = {
    r"second (factor|step)s?": "multi-factor authentication (MFA), factor",
    r"prove[sd]?|proving|vouch(es|ed)?": "verify, verified",
    r"sessions at once": "concurrent sessions",
    r"in (another's|somebody's|anothers?) name": "impersonation",
    r"ways in": "sign-in methods",
    r"for a while": "temporary",
    r"becom(es?|ing) one": "merge accounts",
    r"knocks?": "a login attempt",
    r"takes? turns?": "lock",
}
TERM = re.compile(rf"\b({'|'.join(BETTER_TERMS)})\b", re.I)


@dataclass(frozen=True)
class Place:
    where: str
    what: str
    better: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" + (f" → {self.better}" if self.better else "")


@dataclass
class Measure:
    unit: str
    places: list[Place] = field(default_factory=list)
    of: int = 0  # counted per hundred of these

    @property
    def count(self) -> float:
        return round(100 * len(self.places) / self.of, 1) if self.of else len(self.places)


@dataclass(frozen=True)
class Text:
    where: str
    text: str


@dataclass(frozen=True)
class Name:
    where: str
    name: str
    is_class: bool


def main(arguments: list[str]) -> int:
    measures = measure(ROOT)
    if arguments[:1] == ["--list"]:
        print(*measures[arguments[1]].places, sep="\n")
        return 0
    budgets: dict[str, float] = tomllib.loads(BUDGETS.read_text())
    if arguments == ["--lower"]:
        lower(budgets, measures)
        return 0
    changed = changed_files()
    failed = False
    for key, found in measures.items():
        budget = budgets[key]
        if found.count > budget:
            failed = True
            print(f"{found.unit}: {found.count:g}, and the budget is {budget:g} ({key})")
            for place in first(found.places, changed):
                print(f"  {place}")
        elif found.count < budget:
            print(f"{key} is {found.count:g}, below its budget {budget:g}: {__file__} --lower")
    return int(failed)


def first(places: list[Place], changed: set[str]) -> list[Place]:
    """Some places, those in files that were changed before the others."""
    ordered = sorted(places, key=lambda place: place.where.partition(":")[0] not in changed)
    return ordered[:SHOWN]


def changed_files() -> set[str]:
    """Since the last commit, or in it."""
    done = subprocess.run(
        ["git", "diff", "--name-only", "HEAD~1"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return set(done.stdout.splitlines())


def lower(budgets: dict[str, float], measures: dict[str, Measure]) -> None:
    text = BUDGETS.read_text()
    for key, found in measures.items():
        if found.count < budgets[key]:
            text = re.sub(rf"^{key} = .*$", f"{key} = {found.count:g}", text, flags=re.M)
    BUDGETS.write_text(text)


def measure(root: Path) -> dict[str, Measure]:
    product = python_files(root / "src" / "gatehouse", root)
    others = [
        file
        for folder in ("tests", "clients", "examples", "simulators", "benchmarks", "scripts")
        for file in python_files(root / folder, root)
        if file != Path(__file__)
    ]
    scripts = typescript_files(root / "web", root)
    read = read_python([*product, *others], root)
    of_product, of_others = read[: len(product)], read[len(product) :]
    names = [name for source in of_product for name in source.names]
    functions = [name for name in names if not name.is_class]
    web_names = [name for file in scripts for name in typescript_names(file, root)]
    comments = [text for source in of_product for text in source.comments]
    other_comments = [text for source in of_others for text in source.comments]
    web_comments = [text for file in scripts for text in typescript_comments(file, root)]
    screens = [text for file in scripts for text in screen_texts(file, root)]
    return {
        "one_word_names": Measure(
            "Functions and classes of one word, of a hundred",
            [Place(one.where, one.name) for one in names if is_one_word(one.name)],
            len(names),
        ),
        "participles": Measure(
            "Functions named by a participle or gerund alone, of a hundred names",
            [Place(one.where, one.name, "verb and object") for one in functions if is_participle(one.name)],
            len(names),
        ),
        "participles_in_web": Measure(
            "Functions of the web named by a participle or gerund alone",
            [Place(one.where, one.name, "verb and object") for one in web_names if is_participle(one.name)],
        ),
        "repeated_class_names": Measure("Class names in more than two modules", repeated(names)),
        "guessed_names": Measure(
            "Names that have a better one",
            [
                *(
                    Place(one.where, one.name, BETTER_NAMES[one.name.lstrip("_")])
                    for one in (*names, *web_names)
                    if one.name.lstrip("_") in BETTER_NAMES
                ),
                *(
                    Place(str(file.relative_to(root)), file.stem, BETTER_MODULES[file.stem])
                    for file in product
                    if file.stem in BETTER_MODULES
                ),
            ],
        ),
        "idioms": Measure("Docstrings and comments of the product with idioms", with_idioms(comments)),
        "idioms_in_tests": Measure(
            "Docstrings and comments of tests and tools with idioms", with_idioms(other_comments)
        ),
        "idioms_in_web": Measure("Comments of the web with idioms", with_idioms(web_comments)),
        "idioms_on_screens": Measure(
            "Texts of screens with idioms", matches(screens, SCREEN_IDIOM, IDIOMS_INSTEAD)
        ),
        "idioms_in_errors": Measure(
            "Texts in the product's code with idioms",
            with_idioms([text for source in of_product for text in source.strings]),
        ),
        "idioms_in_documents": Measure(
            "Lines of documents and mail templates with idioms", with_idioms(documents(root))
        ),
        "terms": Measure(
            "Comments and texts of screens with a word that is not the term",
            [place for text in (*comments, *web_comments, *screens) for place in terms(text)],
        ),
    }  # fmt: skip


def is_one_word(name: str) -> bool:
    if name.startswith("__") or name in MAY_BE_ONE_WORD:
        return False
    words = [one for one in re.split(r"_|(?<=[a-z0-9])(?=[A-Z])", name.strip("_")) if one]
    return len(words) == 1


def is_participle(name: str) -> bool:
    return bool(PARTICIPLE.fullmatch(name)) and name.lstrip("_") not in NO_GERUND


def repeated(names: list[Name]) -> list[Place]:
    modules: dict[str, set[str]] = defaultdict(set)
    for name in names:
        if name.is_class:
            modules[name.name].add(name.where.partition(":")[0])
    return [
        Place(sorted(where)[0], f"{name} in {len(where)} modules", "a name that is unique")
        for name, where in sorted(modules.items())
        if len(where) > MOST_MODULES
    ]


def with_idioms(texts: list[Text]) -> list[Place]:
    return matches(texts, IDIOM, IDIOMS_INSTEAD)


def matches(texts: list[Text], pattern: re.Pattern[str], better: str) -> list[Place]:
    return [
        Place(text.where, found[0].lower(), better)
        for text in texts
        if (found := pattern.search(text.text))
    ]


def terms(text: Text) -> Iterator[Place]:
    if found := TERM.search(text.text):
        better = next(
            instead for term, instead in BETTER_TERMS.items() if re.fullmatch(term, found[0], re.I)
        )
        yield Place(text.where, found[0].lower(), better)


def python_files(folder: Path, root: Path) -> list[Path]:
    skipped = {"simulators"} if folder.name == "gatehouse" else {"node_modules", ".venv"}
    return [
        file
        for file in sorted(folder.rglob("*.py"))
        if not skipped & set(file.relative_to(root).parts)
    ]


def typescript_files(folder: Path, root: Path) -> list[Path]:
    return [
        file
        for part in ("packages", "apps")
        for file in sorted((folder / part).rglob("*.ts*"))
        if file.suffix in (".ts", ".tsx")
        and not {"node_modules", "dist"} & set(file.relative_to(root).parts)
        and file.name != "schema.d.ts"
    ]


@dataclass(frozen=True)
class Source:
    """What a Python file contains."""

    names: list[Name]
    comments: list[Text]  # docstrings, and comments line by line
    strings: list[Text]  # other literals: errors, descriptions, statements


def read_python(files: list[Path], root: Path) -> list[Source]:
    with ProcessPoolExecutor() as pool:
        return list(pool.map(read_source, files, repeat(root), chunksize=64))


COMMENT = re.compile(
    r"""(?:\"\"\".*?\"\"\"|'''.*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
    r"|(?P<comment>#[^\n]*)",
    re.S,
)


def read_source(file: Path, root: Path) -> Source:
    path, text = file.relative_to(root).as_posix(), file.read_text()
    found = Source([], [], [])
    docstrings: set[ast.AST] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            place = f"{path}:{node.lineno}"
            found.names.append(Name(place, node.name, isinstance(node, ast.ClassDef)))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            docstrings.add(node.value)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts = found.comments if node in docstrings else found.strings
            texts.append(Text(f"{path}:{node.lineno}", node.value))
    for token in COMMENT.finditer(text):
        if comment := token["comment"]:
            found.comments.append(Text(f"{path}:{line_of(text, token)}", comment))
    return found


def line_of(text: str, token: re.Match[str]) -> int:
    return text.count("\n", 0, token.start()) + 1


TYPESCRIPT_TOKEN = re.compile(
    r"""'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`"""
    r"|(?P<comment>/\*.*?\*/|(?<!:)//[^\n]*)",
    re.S,
)
TYPESCRIPT_NAME = re.compile(
    r"\bfunction\*?\s+(?P<function>\w+)|\b(?P<kind>class|interface)\s+(?P<class>\w+)"
    r"|\bconst\s+(?P<arrow>\w+)\s*(?::[^=\n]+)?=\s*(?:async\s*)?(?:<[^>\n]*>\s*)?\([^()]*\)[^=\n]{0,80}=>"
)


def typescript_comments(file: Path, root: Path) -> Iterator[Text]:
    source = file.read_text()
    for found in TYPESCRIPT_TOKEN.finditer(source):
        if comment := found["comment"]:
            where = f"{file.relative_to(root)}:{line_of(source, found)}"
            yield Text(where, comment)


def typescript_names(file: Path, root: Path) -> Iterator[Name]:
    if ".test." in file.name:
        return
    source = file.read_text()
    for found in TYPESCRIPT_NAME.finditer(source):
        where = f"{file.relative_to(root)}:{line_of(source, found)}"
        name = found["function"] or found["class"] or found["arrow"]
        yield Name(where, name, found["class"] is not None)


def screen_texts(file: Path, root: Path) -> Iterator[Text]:
    """English ones, line by line. A key keeps its name, because vendors override texts by their keys."""
    if not file.name.endswith("texts.ts"):
        return
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if not line.lstrip().startswith(("//", "*", "/*")):
            yield Text(f"{file.relative_to(root)}:{number}", KEY.sub("", line))


def documents(root: Path) -> list[Text]:
    files = [
        *sorted((root / "docs").rglob("*.md")),
        *sorted(root.glob("*.md")),
        *sorted((root / "src" / "gatehouse").rglob("*.mjml")),
        *sorted((root / "src" / "gatehouse").rglob("*.txt")),
    ]
    return [
        Text(f"{file.relative_to(root)}:{number}", line)
        for file in files
        if file.name != "CHANGELOG.md" and ".de." not in file.name and "coverage" not in file.parts
        for number, line in enumerate(file.read_text().splitlines(), 1)
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
