"""The vendor's name, marks and accent are in the first HTML, so no page shows another's before."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import orjson
import pytest

from gatehouse.pages import routes as pages
from tests.pages.built import build_pages

HTML = {"accept": "text/html"}
APPS = ["/account/login", "/oauth/account/login", "/oauth/portal", "/oauth/portal/users",
        "/", "/billing", "/console", "/console/set-up", "/docs"]  # fmt: skip
EVIL = "</script><script>alert(1)</script>&\"'"


class Read(HTMLParser):
    """What a browser finds in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.title = self.facts = ""
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._inside: tuple[str, dict[str, str | None]] = ("", {})
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self._inside = (tag, dict(attrs))
        self.elements.append(self._inside)

    def handle_endtag(self, tag):
        self._inside = ("", {})

    def handle_data(self, data):
        tag, attributes = self._inside
        if tag == "title":
            self.title += data
        elif attributes.get("id") == "gatehouse-brand":
            self.facts += data
        elif tag not in ("script", "style"):
            self.words.append(data)

    @property
    def brand(self) -> dict[str, str]:
        return json.loads(self.facts) if self.facts else {}

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        return [
            found
            for name, found in self.elements
            if name == tag and wanted.items() <= found.items()
        ]


@pytest.fixture
def built(monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "WEB", build_pages(tmp_path))


@pytest.fixture
async def brand(world, db):
    """Sets the vendor's row and its `adminBox` metadata; afterwards all is as before."""
    vendor = await db.connection.fetchrow("select name, logo_url, icon_url from vendor")

    async def set_brand(metadata: Any = None, **columns: str) -> None:
        values = {**vendor, **columns}
        await world.configure("delete from metadata where entity_name = 'adminBox'")
        if metadata is not None:
            await world.configure(
                "insert into metadata (entity_name, configuration) values ('adminBox', $1::text::jsonb)",
                orjson.dumps(metadata).decode(),
            )
        await world.configure(
            "update vendor set name = $1, logo_url = $2, icon_url = $3", *values.values()
        )

    yield set_brand
    await set_brand()


def theme(primary: Any) -> dict[str, Any]:
    return {"theme": {"palette": {"primary": primary}}}


@pytest.mark.parametrize("path", APPS)
async def test_the_first_html_of_every_app_carries_the_brand(client, built, brand, path):
    before = Read((await client.get(path, headers=HTML)).text)
    assert before.title.endswith(" · Gatehouse")
    await brand(theme({"main": "#c2410c"}), name="Northwind")
    page = Read((await client.get(path, headers=HTML)).text)
    assert page.title.endswith(" · Northwind")
    assert page.brand == {"name": "Northwind", "accent": "#c2410c"}
    assert page.all("meta", name="theme-color") == [{"name": "theme-color", "content": "#c2410c"}]
    [icon] = page.all("link", rel="icon")
    assert "%23c2410c" in (icon["href"] or "")
    if path != "/docs":
        assert "Northwind" in page.words  # stands in the outline until the app is there
    assert "Gatehouse" not in page.title + "".join(page.words)


async def test_marks_of_the_vendor_stand_in_the_place_of_letters(client, built, brand):
    logo, icon = "https://cdn.example.test/logo.svg?a=1&b=2", "https://cdn.example.test/icon.png"
    await brand(name="Northwind", logo_url=logo, icon_url=icon)
    for path in ("/account/login", "/oauth/portal", "/", "/legal"):
        page = Read((await client.get(path, headers=HTML)).text)
        assert page.all("img") == [{"src": logo, "alt": "Northwind"}], path
        assert page.all("link", rel="icon") == [{"rel": "icon", "href": icon}], path
    answer = await client.get("/favicon.ico")
    assert (answer.status_code, answer.headers["location"]) == (302, icon)
    assert answer.headers["cache-control"] == "no-cache"


async def test_without_an_icon_it_is_the_first_letter_on_the_accent(client, brand):
    await brand(theme("hsl(24, 100%, 50%)"), name="northwind")
    answer = await client.get("/favicon.ico")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ">N</text>" in answer.text
    assert 'fill="#ff6600"' in answer.text


async def test_legal_is_said_in_the_vendors_name(client, brand):
    await brand(theme("#c2410c"), name="Northwind")
    page = Read((await client.get("/legal", headers=HTML)).text)
    assert page.title == "Legal · Northwind"
    assert "Northwind" in page.words
    assert "--gh-vendor-accent: #c2410c" in (await client.get("/legal", headers=HTML)).text


@pytest.mark.parametrize("path", ["/account/login", "/oauth/portal", "/"])
async def test_a_name_is_text_wherever_it_stands(client, built, brand, path):
    await brand(theme("red;}</style><script>alert(2)</script>"), name=EVIL, logo_url='"><script>')
    text = (await client.get(path, headers=HTML)).text
    page = Read(text)
    assert page.brand["name"] == EVIL
    assert "accent" not in page.brand
    assert page.title.endswith(EVIL)
    assert page.all("img")[0]["alt"] == EVIL
    assert len(page.all("script")) == 2  # the build's own, and the facts
    assert "alert(2)" not in text


@pytest.mark.parametrize(
    ("metadata", "login", "portal"),
    [
        (theme("#112233"), "#112233", "#112233"),
        (theme({"main": "rgb(1, 2, 3)", "light": "#fff"}), "#010203", "#010203"),
        (theme("color(display-p3 1 0.5 0)"), "#ff8000", "#ff8000"),
        (theme("#abc"), "#aabbcc", "#aabbcc"),
        (theme("rebeccapurple"), None, None),
        (theme("rgb(1, 2)"), None, None),
        ({"themeV2": {"adminPortal": {"palette": {"primary": "#111111"}},
                      "loginBox": {"palette": {"primary": "#222222"}}}, **theme("#333333")},
         "#222222", "#111111"),
        ({"themeV2": {"palette": {"primary": {"main": "#444444"}}}, **theme("#333333")},
         "#444444", "#444444"),
        ({"theme": [], "themeV2": "dark"}, None, None),
        ({"theme": {"palette": {"primary": {"main": 7}}}}, None, None),
    ],
)  # fmt: skip
async def test_the_accent_is_where_vendors_write_it(client, built, brand, metadata, login, portal):
    await brand(metadata)
    for path, accent in (("/account/login", login), ("/oauth/portal", portal), ("/", portal)):
        page = Read((await client.get(path, headers=HTML)).text)
        [color] = page.all("meta", name="theme-color")
        assert color["content"] == (accent or "#2b50c8"), path
        assert ("accent" in page.brand) == (accent is not None), path


async def test_the_color_that_the_vendor_configured_holds_everywhere(client, built, world, brand):
    await world.configure("update vendor set accent_color = '#aa0011'")
    try:
        for path in ("/account/login", "/oauth/portal", "/"):
            page = Read((await client.get(path, headers=HTML)).text)
            assert page.brand["accent"] == "#aa0011", path
    finally:
        await world.configure("update vendor set accent_color = null")


async def test_mail_wears_the_brand(client, brand, run_jobs, settings):
    await brand(theme("#c2410c"), name="Northwind", logo_url="https://cdn.example.test/logo.png")
    address = "brand@example.test"
    sign_up = {"email": address, "name": "Nora", "companyName": "Newcomers"}
    answer = await client.post("/identity/resources/users/v1/signUp", json=sign_up)
    assert answer.status_code < 300
    await run_jobs()
    [mail] = [
        text
        for text in (file.read_text() for file in (settings.data_dir / "mail").glob("*.eml"))
        if f"To: {address}" in text
    ]
    assert re.search(r"Subject: .*Northwind", mail)
    plain = mail.replace("=\n", "").replace("=3D", "=")
    assert "#c2410c" in plain
    assert "https://cdn.example.test/logo.png" in plain
    assert "Gatehouse" not in plain.partition("Subject:")[2]
