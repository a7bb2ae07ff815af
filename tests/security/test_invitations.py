"""An attacker signs up a company and invites an address to learn whether it has an account (ADR 9)."""

import re
from io import BytesIO

import httpx
import pytest
from PIL import Image

from tests.identity.signup_steps import new_address, sign_up_and_activate
from tests.security.routes import operations
from tests.vendor_users import find_user, get_user
from tests.world import Person

INVITE = "/identity/resources/users/v2"
TEAM = "/team/resources/members/v1"
GROUPS = "/identity/resources/groups/v1"
PICTURE = "/team/resources/profile/me/image/v1"
PICTURES = "/identity/resources/users/pictures/v1"

# What every process counts, and what no two answers share.
COUNTS = {"GET /metrics", "GET /readyz"}
# Of passkeys: the id as base64url (WebAuthn §5.4.3).
USER_HANDLE = r'"userId":"[\w-]{22}"'
ID = r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
TIME = r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)?"


@pytest.fixture
async def mallory(world) -> Person:
    """The administrator of another company."""
    admin: Person = await world.person("Admin")
    return admin


@pytest.fixture
async def known(asgi, world, run_jobs) -> Person:
    """Has an account elsewhere, with a picture."""
    address = new_address()
    ids = await sign_up_and_activate(asgi, world, run_jobs, address)
    person: Person = await world.sign_in(*ids, address)
    content = BytesIO()
    Image.new("RGB", (8, 8), "red").save(content, "PNG")
    files = {"image": ("me.png", content.getvalue(), "image/png")}
    assert (await person.browser.put(PICTURE, files=files)).status_code == 200
    return person


async def invite(admin: Person, address: str) -> str:
    answer = await admin.browser.post(INVITE, json={"email": address, "name": "Some Body"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def take_back(admin: Person, user_id: str) -> None:
    assert (await admin.browser.delete(f"{TEAM}/{user_id}")).status_code == 200


async def test_inviting_again_and_again_tells_of_no_account(
    asgi, world, run_jobs, backend, mallory, known
):
    """The id stays the same, also where there is no user: the row is gone between the two invitations."""
    unknown = new_address()
    for address, kept in ((known.email, True), (unknown, False)):
        first = await invite(mallory, address)
        await take_back(mallory, first)
        await run_jobs()
        assert (await find_user(backend, address) is not None) is kept
        assert await invite(mallory, address) == first
        other = await world.person("Admin")
        assert await invite(other, address) == first
        for admin in (mallory, other):
            await take_back(admin, first)
        await run_jobs()
    # Nor does it tell when a user has signed up meanwhile.
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, unknown)
    assert str(user_id) == first == await invite(mallory, unknown)


async def test_an_id_is_not_given_twice_after_its_user_changed_the_address(db, backend, mallory):
    address, later = new_address(), new_address()
    first = await invite(mallory, address)
    await db.connection.execute("update users set email = $2 where email = $1", address, later)
    second = await invite(mallory, address)
    assert second != first
    assert (await get_user(backend, first))["email"] == later


async def test_its_answer_opens_nothing(world, client, known):
    """Calls that read, by a stranger and by the inviter, answer alike for a known and an unknown address."""
    asked = [one for one in operations() if not one.writes and str(one) not in COUNTS]
    said = []
    for address in (known.email, new_address()):
        admin = await world.person("Admin")
        user_id = await invite(admin, address)
        said.append(
            {
                f"{operation}, {who}": plain(await operation.call(browser, user_id), address)
                for operation in asked
                for who, browser in (("stranger", client), ("who invited", admin.browser))
            }
        )
    of_account, of_nobody = said
    different = {name: (of_account[name], of_nobody[name]) for name in of_account
                 if of_account[name] != of_nobody[name]}  # fmt: skip
    assert different == {}
    assert len(of_account) > 150


def plain(answer: httpx.Response, address: str) -> tuple[int, list[str]]:
    """Without what differs between any two people; in no order, which is often that of ids."""
    text = re.sub(r"[\w.]+@example\.test", "ADDRESS", answer.text.replace(address, "ADDRESS"))
    text = re.sub(TIME, "TIME", re.sub(ID, "ID", re.sub(USER_HANDLE, '"userId":"ID"', text)))
    return answer.status_code, sorted(re.split(r"[\[\]{}]", text))


async def test_a_picture_shows_at_its_address_alone(client, known, mallory):
    address = (await known.browser.get("/identity/resources/users/v2/me")).json()[
        "profilePictureUrl"
    ]
    assert (await client.get(address)).status_code == 200
    user_id = await invite(mallory, known.email)
    for guess in ("", "?v=", "?v=0", f"?v={'0' * 16}"):
        assert (await client.get(f"{PICTURES}/{user_id}{guess}")).status_code == 404


async def test_a_group_shows_who_waits_in_the_place_of_what_is_shown(db, mallory, known):
    await db.connection.execute("update users set name = 'Zoe' where id = $1", known.id)
    await db.connection.execute("update users set name = 'Mallory' where id = $1", mallory.id)
    answer = await mallory.browser.post(INVITE, json={"email": known.email, "name": "Aaron"})
    made = await mallory.browser.post(GROUPS, json={"name": "Curious"})
    group = f"{GROUPS}/{made.json()['id']}"
    added = await mallory.browser.post(
        f"{group}/users", json={"userIds": [str(mallory.id), answer.json()["id"]]}
    )
    assert added.is_success, added.text
    shown = await mallory.browser.get(group, params={"_groupsRelations": "users"})
    assert [one["name"] for one in shown.json()["users"]] == ["Aaron", "Mallory"]
