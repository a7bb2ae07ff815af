"""How the sign-in pages of an account look: set by path, and given to pages that name the account."""

import httpx
import pytest

from tests.world import Person, World

BOX = "/metadata/admin-box"
CUSTOM = "fe.account-settings.write.custom-login-box"
COLOR = "themeV2/loginBox/palette/primary/main"


@pytest.fixture
async def owner(world: World) -> Person:
    return await world.person("Admin", permissions=(CUSTOM, "fe.secure.*"))


async def put(person: Person, **values: object) -> httpx.Response:
    actions = [{"type": path.replace("__", "/"), "payload": one} for path, one in values.items()]
    return await person.browser.post(BOX, json={"actions": actions})


async def of_page(client: httpx.AsyncClient, **headers: str) -> dict[str, object]:
    named = {f"frontegg-{name.replace('_', '-')}": value for name, value in headers.items()}
    answer = await client.get("/metadata", params={"entityName": "adminBox"}, headers=named)
    found: dict[str, object] = answer.json()["rows"][0]["configuration"]
    return found


async def test_values_are_set_by_path_and_told_to_pages_of_the_account(
    owner: Person, client: httpx.AsyncClient, db
):
    assert (await owner.browser.get(BOX)).json() == {"configuration": {}}
    before = await of_page(client)
    assert (await put(owner, **{COLOR: "#2f5d50"})).status_code == 200
    await put(owner, localizations__en__loginBox__login__title="Welcome to Acme")
    own = {
        "themeV2": {"loginBox": {"palette": {"primary": {"main": "#2f5d50"}}}},
        "localizations": {"en": {"loginBox": {"login": {"title": "Welcome to Acme"}}}},
    }
    assert (await owner.browser.get(BOX)).json() == {"configuration": own}
    named = await of_page(client, scoped_tenant=str(owner.tenant_id))
    assert named == {**before, **own}
    alias = f"acme-{owner.tenant_id.hex[:8]}"
    await db.connection.execute(
        "update tenants set alias = $2 where id = $1", owner.tenant_id, alias
    )
    assert await of_page(client, login_alias=alias) == named
    # No other account sees it, and a wrong hint is ignored.
    for other in ({}, {"scoped_tenant": "nobody"}, {"login_alias": "nobody"}):
        assert await of_page(client, **other) == before
    audits = (await owner.browser.get("/audits", params={"offset": 0, "count": 5})).json()
    assert audits["data"][0]["action"] == "tenant.login_box_changed"


async def test_a_value_without_a_payload_goes(owner: Person):
    await put(owner, **{COLOR: "#2f5d50", "theme/palette/primary/main": "#000000"})
    await put(owner, **{COLOR: None})
    left = {"configuration": {"theme": {"palette": {"primary": {"main": "#000000"}}}}}
    assert (await owner.browser.get(BOX)).json() == left


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("navigation/users/visibility", "always"),
        ("metadataOverrides/url", "https://evil.test"),
        ("integrations/gtm", "x"),
        ("themeV2/loginBox/background", "url(https://evil.test/x.png)"),
        ("themeV2/loginBox/color", "red; position: fixed"),
        ("localizations/en/loginBox/title", "<script>"),
        ("themeV2/loginBox/palette/secondary/main", "red"),
        ("theme/palette/primary", "#12"),
        ("theme/palette/grey/50", True),
    ],
)
async def test_what_would_load_something_is_refused_and_nothing_changes(
    owner: Person, path: str, value: str
):
    refused = await put(owner, **{COLOR: "#2f5d50", path: value})
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "login_box.refused")
    assert (await owner.browser.get(BOX)).json() == {"configuration": {}}


async def test_there_is_an_end_to_it(owner: Person):
    long = "x" * 2000
    values = {f"localizations/en/loginBox/text{number}": long for number in range(20)}
    refused = await put(owner, **values)
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "login_box.too_large")


async def test_it_takes_its_own_permission(world: World):
    reader = await world.person(permissions=("fe.secure.read.accountSettings",))
    assert (await reader.browser.get(BOX)).status_code == 200
    assert (await put(reader, **{COLOR: "#2f5d50"})).status_code == 403


async def test_a_palette_takes_colors_as_vendors_write_them(owner: Person):
    palette = "themeV2/loginBox/palette"
    written = {
        f"{palette}/primary/main": "#2F5D50", f"{palette}/grey/50": "#abc",
        f"{palette}/danger/light": "rgba(10, 20, 30, 0.5)", f"{palette}/mode": "light",
        "localizations/en/palette/primary": "Primary color",
    }  # fmt: skip
    assert (await put(owner, **written)).status_code == 200
