"""The caller's own profile, tenants and picture."""

import asyncio
from io import BytesIO
from itertools import pairwise
from uuid import UUID, uuid4

import httpx
import orjson
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from gatehouse.access.tokens import AccessTokens
from gatehouse.identity.profile import queries
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.pictures import DRAWING
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.databases import opened
from tests.identity.browser import ME, REFRESH, later, new_browser
from tests.identity.crafted_pictures import many_scans

TENANTS = "/identity/resources/users/{}/me/tenants"
SWITCH = "/identity/resources/users/v1/tenant"
TOKEN = "/identity/resources/users/v3/me/token"
PICTURE = "/team/resources/profile/me/image/v1"


async def join(db: Db, user_id: UUID, tenant_id: UUID, *roles: str) -> None:
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at)"
        " values ($1, $2, true, now())",
        tenant_id,
        user_id,
    )
    await db.connection.execute(
        "insert into membership_roles select $1, $2, id from roles"
        " where key = any($3) and tenant_id is null",
        tenant_id,
        user_id,
        list(roles),
    )


@pytest.mark.parametrize("path", [ME, f"{ME}?addRoles=true", ME.replace("v2", "v3")])
async def test_me_says_who_i_am_and_what_i_may(world, resources, path):
    person = await world.person("Admin")
    answer = await person.browser.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    me = answer.json()
    assert me["id"] == me["sub"] == str(person.id)
    assert (me["email"], me["name"], me["verified"]) == (person.email, "Pat Doe", True)
    assert (me["tenantId"], me["tenantIds"]) == (str(person.tenant_id), [str(person.tenant_id)])
    assert me["metadata"] == "{}"
    assert (me["mfaEnrolled"], me["isLocked"], me["isDisabled"]) == (False, False, False)
    assert (me["provider"], me["managedBy"], me["groups"]) == ("local", "frontegg", [])
    assert {name for name, value in me.items() if value is None} == {"profilePictureUrl"}
    (role,) = me["roles"]
    assert (role["key"], role["isDefault"]) == ("Admin", False)
    assert role["vendorId"] == str(resources[VendorConfiguration].current.vendor.id)
    assert me["tenants"] == [{"tenantId": str(person.tenant_id), "roles": [role]}]
    keys = {permission["key"]: permission for permission in me["permissions"]}
    assert "fe.secure.*" in keys
    assert keys["fe.secure.*"]["roleIds"] == [role["id"]]
    assert keys["fe.secure.*"]["id"] in role["permissions"]
    authorization = await person.browser.get("/identity/resources/users/v1/me/authorization")
    assert authorization.json() == {"roles": me["roles"], "permissions": me["permissions"]}


async def test_me_shows_the_roles_of_every_tenant_but_the_rights_of_one(world, db):
    person = await world.person("ReadOnly")
    second = await world.tenant("Second")
    await join(db, person.id, second, "Admin")
    me = (await person.browser.get(ME)).json()
    assert [role["key"] for role in me["roles"]] == ["ReadOnly"]
    assert "fe.secure.*" not in [permission["key"] for permission in me["permissions"]]
    assert [[role["key"] for role in tenant["roles"]] for tenant in me["tenants"]] == [
        ["ReadOnly"],
        ["Admin"],
    ]
    assert me["tenantIds"] == [str(person.tenant_id), str(second)]


async def test_a_token_is_taken_with_and_without_the_word_bearer(world, client):
    browser = await new_browser(world)
    token = browser.session.access_token
    for value in (token, f"Bearer {token}", f"bearer {token}"):
        assert (await client.get(ME, headers={"authorization": value})).status_code == 200, value
    assert (await client.get(ME)).status_code == 401


async def test_a_changed_profile_keeps_to_the_four_parts(world):
    person = await world.person("ReadOnly")
    me = (await person.browser.get(ME)).json()
    changed = {
        **me,
        "name": "Pat Smith",
        "phoneNumber": "+49 30 123456",
        "metadata": '{"jobTitle": "Ops"}',
        "email": "other@example.test",
        "verified": False,
        "roles": [],
        "permissions": [{"key": "fe.secure.*"}],
        "superUser": True,
        "isDisabled": True,
        "tenantId": str(uuid4()),
        "loading": False,
    }
    answer = await person.browser.put(ME, json=changed)
    assert answer.status_code == 200
    after = answer.json()
    assert orjson.loads(after["metadata"]) == {"jobTitle": "Ops"}
    expected = {
        **me,
        "name": "Pat Smith",
        "phoneNumber": "+49 30 123456",
        "metadata": after["metadata"],
    }
    assert after == expected
    assert (await person.browser.get(ME)).json() == expected
    for nothing in ({}, {"name": None, "metadata": None}, {"name": ""}):
        assert (await person.browser.put(ME, json=nothing)).json() == expected
    cleared = (await person.browser.put(ME, json={"phoneNumber": ""})).json()
    assert "phoneNumber" not in cleared


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x" * 201},
        {"name": "a\x00b"},
        {"name": 5},
        {"phoneNumber": "call me"},
        {"metadata": "no json"},
        {"metadata": "[]"},
        {"metadata": '{"a": "\\u0000"}'},
        {"metadata": '{"a": "\\ud800"}'},
        {"metadata": '{"a": NaN}'},
        {"metadata": orjson.dumps({"a": "x" * 5000}).decode()},
        {"metadata": 7},
        {"profilePictureUrl": "javascript:alert(1)"},
        {"profilePictureUrl": "data:text/html,x"},
    ],
)
async def test_a_malformed_profile_changes_nothing(world, body):
    person = await world.person()
    me = (await person.browser.get(ME)).json()
    answer = await person.browser.put(ME, json=body)
    assert answer.status_code == 400
    assert answer.json()["errors"]
    assert (await person.browser.get(ME)).json() == me


async def test_my_tenants_in_each_generation_of_the_call(world, db):
    person = await world.person()
    second = await world.tenant("Zebra")
    await join(db, person.id, second)
    await world.tenant("Somebody else's")
    listed = (await person.browser.get(TENANTS.format("v2"))).json()
    assert [tenant["name"] for tenant in listed] == ["Acme", "Zebra"]
    assert listed[1]["tenantId"] == listed[1]["id"] == str(second)
    assert listed[0]["deletedAt"] is None
    assert listed[0]["isReseller"] is False
    assert "alias" not in listed[0]
    for version in ("v1", "v3"):
        answer = (await person.browser.get(TENANTS.format(version))).json()
        assert answer == {"tenants": listed, "activeTenant": listed[0]}


async def test_switching_changes_the_tenant_of_the_next_token(world, db):
    browser = await new_browser(world, "ReadOnly")
    second = await world.tenant("Second")
    await join(db, browser.session.user_id, second, "Admin")
    answer = await browser.http.put(SWITCH, json={"tenantId": str(second)})
    assert (answer.status_code, answer.content) == (200, b"")
    token = (await browser.http.post(REFRESH)).json()["accessToken"]
    me = (await browser.http.get(ME, headers={"authorization": token})).json()
    assert me["tenantId"] == str(second)
    assert [role["key"] for role in me["roles"]] == ["Admin"]


@pytest.mark.parametrize(("method", "path"), [("PUT", SWITCH), ("POST", TOKEN)])
async def test_a_foreign_tenant_is_not_found(world, db, method, path):
    browser, stranger = await new_browser(world), await new_browser(world)
    waiting = await world.tenant("Invited, not accepted")
    await join(db, browser.session.user_id, waiting)
    await db.connection.execute(
        "update memberships set activated = false where tenant_id = $1", waiting
    )
    for tenant_id in (stranger.session.tenant_id, uuid4(), waiting):
        answer = await browser.http.request(method, path, json={"tenantId": str(tenant_id)})
        assert answer.status_code == 404, tenant_id
    for malformed in (b"", b"{}", b'{"tenantId": null}', b'{"tenantId": "x/y"}', b"[]", b"null"):
        answer = await browser.http.request(
            method, path, content=malformed, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 400, malformed
    token = (await browser.http.post(REFRESH)).json()["accessToken"]
    me = (await browser.http.get(ME, headers={"authorization": token})).json()
    assert me["tenantId"] == str(browser.session.tenant_id)


async def test_a_token_for_another_tenant_leaves_the_session_where_it_is(world, db, resources):
    browser = await new_browser(world)
    second = await world.tenant("Second")
    await join(db, browser.session.user_id, second, "Admin")
    data = (await browser.http.post(TOKEN, json={"tenantId": str(second)})).json()
    assert data["expiresIn"] == 300
    claims = await resources[AccessTokens].verify(
        data["accessToken"],
        audiences=[str(resources[VendorConfiguration].current.default.client_id)],
    )
    assert claims["tenantId"] == str(second)
    headers = {"authorization": data["accessToken"]}
    assert (await browser.http.get(ME, headers=headers)).json()["tenantId"] == str(second)
    assert (await browser.http.get(ME)).json()["tenantId"] == str(browser.session.tenant_id)


async def test_entitlements_are_the_permissions(world):
    person = await world.person(permissions=("fe.secure.read.users",))
    answer = await person.browser.get("/entitlements/api/v2/user-entitlements")
    assert answer.json() == {
        "features": {},
        "plans": {},
        "permissions": {"fe.secure.read.users": True},
    }


def picture(kind: str, size: tuple[int, int] = (900, 300), **options: object) -> bytes:
    buffer = BytesIO()
    Image.new("RGB", size, "tomato").save(buffer, kind, **options)
    return buffer.getvalue()


async def upload(browser: httpx.AsyncClient, content: bytes) -> httpx.Response:
    return await browser.put(PICTURE, files={"image": ("me.png", content, "image/png")})


@pytest.mark.parametrize(
    ("kind", "served"),
    [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("WEBP", "image/webp"), ("GIF", "image/png")],
)
async def test_a_picture_is_drawn_anew_and_served_safely(world, client, kind, served):
    person = await world.person()
    answer = await upload(person.browser, picture(kind))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    assert (await person.browser.get(ME)).json()["profilePictureUrl"] == answer.text
    shown = await client.get(answer.text)
    assert (shown.status_code, shown.headers["content-type"]) == (200, served)
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in shown.headers["content-security-policy"]
    with Image.open(BytesIO(shown.content)) as image:
        assert image.size == (512, 171)
    again = await client.get(answer.text, headers={"if-none-match": shown.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_nothing_hidden_in_a_picture_is_kept(world, client):
    person = await world.person()
    secret = PngInfo()
    secret.add_text("Comment", "<script>alert(1)</script>")
    address = (await upload(person.browser, picture("PNG", pnginfo=secret) + b"<script>")).text
    assert b"script" not in (await client.get(address)).content


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
async def test_no_metadata_outlives_the_drawing(world, client, kind):
    person = await world.person()
    exif = Image.Exif()
    exif[0x010E] = "where I live"
    hidden = {"exif": exif, "icc_profile": b"a profile of my own", "xmp": b"<x>my camera</x>"}
    address = (await upload(person.browser, picture(kind, (40, 40), **hidden))).text
    with Image.open(BytesIO((await client.get(address)).content)) as image:
        assert {"exif", "icc_profile", "xmp"} & set(image.info) == set()
        assert image.size == (40, 40)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"\x89PNG\r\n\x1a\n" + b"\x00" * 50,
        picture("PNG")[:200],
        picture("BMP"),
        picture("PNG", (4097, 1)),
        b"x" * 1_000_001,
    ],
)
async def test_what_is_no_picture_is_refused(world, content):
    person = await world.person()
    answer = await upload(person.browser, content)
    assert answer.status_code == 400
    assert (await person.browser.get(ME)).json()["profilePictureUrl"] is None


@pytest.mark.parametrize("content", [many_scans(700), many_scans(40), many_scans(101, side=64)])
async def test_a_picture_that_is_gone_over_again_and_again_is_not_decoded(world, content):
    person = await world.person()
    answer = await upload(person.browser, content)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "profile.picture_too_large")


async def test_a_film_is_no_portrait(world):
    frames = [Image.new("L", (8, 8), shade % 256) for shade in range(1001)]
    film = BytesIO()
    frames[0].save(film, "PNG", save_all=True, append_images=frames[1:])
    answer = await upload((await world.person()).browser, film.getvalue())
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "profile.picture_too_large")


async def test_of_a_moving_picture_the_first_frame_is_kept(world, client):
    frames = [Image.new("RGB", (9, 9), color) for color in ("red", "green", "blue")]
    for kind in ("GIF", "WEBP", "PNG", "MPO"):
        film = BytesIO()
        frames[0].save(film, kind, save_all=True, append_images=frames[1:])
        answer = await upload((await world.person()).browser, film.getvalue())
        with Image.open(BytesIO((await client.get(answer.text)).content)) as image:
            red, green, blue = image.convert("RGB").tobytes()[:3]
            assert (red > 200, green < 50, blue < 50) == (True, True, True), kind
            assert getattr(image, "n_frames", 1) == 1


async def test_many_pictures_at_once_are_refused_and_do_not_disturb(world, client):
    """Each is worth a while of decoding; what is beyond the queue does not wait."""
    content = many_scans(25)
    people = [await world.person() for _ in range(DRAWING.at_once + DRAWING.waiting + 6)]
    sent = asyncio.gather(*[upload(person.browser, content) for person in people])
    probes = 0
    while not sent.done():
        assert (await client.get("/readyz")).status_code == 200
        probes += 1
    answers = await sent
    statuses = [answer.status_code for answer in answers]
    assert set(statuses) == {200, 429}
    assert statuses.count(200) >= DRAWING.at_once + DRAWING.waiting
    assert probes > len(people)


async def test_uploads_are_limited_for_a_person(world):
    person, content = await world.person(), picture("PNG", (8, 8))
    statuses = [(await upload(person.browser, content)).status_code for _ in range(21)]
    assert statuses == [200] * 20 + [429]
    assert (await upload((await world.person()).browser, content)).status_code == 200


@pytest.mark.parametrize("none", [None, "", "null"])
async def test_a_picture_can_be_taken_back(world, client, none):
    """The platform's profile page says so by the word, and lays the answer over what it knew."""
    person = await world.person()
    address = (await upload(person.browser, picture("PNG"))).text
    answer = await person.browser.put(ME, json={"profilePictureUrl": none})
    assert answer.status_code == 200, answer.text
    for told in (answer, await person.browser.get(ME)):
        assert told.json()["profilePictureUrl"] is None
    assert (await client.get(address)).status_code == 404


async def test_an_upload_without_the_field_is_malformed(world):
    person = await world.person()
    assert (await person.browser.put(PICTURE)).status_code == 400
    assert (await person.browser.put(PICTURE, data={"image": "text"})).status_code == 400


async def test_a_lock_shows_in_the_profile_while_it_lasts(world, db):
    person = await world.person()
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at, locked_until)"
        " values ($1, 'x', now(), now() + interval '5 minutes')",
        person.id,
    )
    assert (await person.browser.get(ME)).json()["isLocked"] is True
    later(minutes=6)
    assert (await person.browser.get(ME)).json()["isLocked"] is False


async def test_the_profile_finds_roles_however_many_tenants_there_are(database: Database):
    """Roles are stored in the order of tenants: without the tenant, those of all users are read."""
    nobody = "'00000000-0000-4000-8000-000000000000'"
    for view in (queries.ME, queries.AUTHORIZATION):
        async with opened(database, Scope.system()) as db:
            for statement in (
                "set local enable_seqscan = off",
                "set local plan_cache_mode = force_generic_plan",
                f"prepare view(uuid, uuid, uuid, timestamptz) as {view.sql}",
            ):
                await db.connection.execute(statement)
            plan = await db.connection.fetch(
                f"explain execute view({nobody}, {nobody}, {nobody}, now())"
            )
            await db.connection.execute("deallocate view")
        lines = [line[0] for line in plan]
        conditions = [
            following
            for line, following in pairwise(lines)
            if "on membership_roles" in line and "Scan" in line
        ]
        assert conditions
        assert all("Index Cond" in one and "tenant_id" in one for one in conditions)
