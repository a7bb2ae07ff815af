"""Support asks whether two accounts may become one, and both mailboxes answer."""

from datetime import timedelta
from uuid import uuid4

import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.user_merge import service as user_merge
from tests.identity.browser import ME
from tests.identity.passwordless_steps import refusal
from tests.staff import dismiss_all, hire
from tests.user_merge.merging import ANSWER, LOOK, REASON, REQUESTS, Merging
from tests.world import Db, World

OVER = (404, "merges.link_over")


@pytest.fixture
async def staff(world: World, database: Database):
    await dismiss_all(database)
    yield lambda role: hire(world, role)
    await dismiss_all(database)


async def audited(db: Db, request_id: str) -> list[tuple[str, str, object]]:
    rows = await db.connection.fetch(
        "select action, severity, tenant_id from audits where data ->> 'request_id' = $1"
        " order by created_at, id",
        request_id,
    )
    return [(row["action"], row["severity"], row["tenant_id"]) for row in rows]


async def test_both_mailboxes_are_asked_and_both_are_needed(merging: Merging, pair, db: Db):
    goes, stays = pair
    links = await merging.asked(goes, stays)
    shown = await merging.shown(links.id)
    assert (shown["state"], shown["reason"]) == ("waiting", REASON)
    assert (shown["goes"]["email"], shown["stays"]["email"]) == (goes.email, stays.email)
    assert links.goes["token"] != links.stays["token"]
    assert await merging.outcome(links.goes) == "waiting"
    shown = await merging.shown(links.id)
    assert shown["state"] == "confirmed"
    assert ("agreedAt" in shown["goes"], "agreedAt" in shown["stays"]) == (True, False)
    assert (await goes.browser.get(ME)).status_code == 200
    assert await merging.outcome(links.stays) == "merged"
    shown = await merging.shown(links.id)
    assert (shown["state"], shown["goes"]["id"]) == ("done", str(goes.id))
    assert await audited(db, links.id) == [
        ("vendor.merge_requested", "High", None),
        ("vendor.merge_confirmed", "Medium", None),
        ("vendor.merge_confirmed", "Medium", None),
        ("vendor.people_merged", "High", None),
    ]


async def test_the_one_who_stays_may_answer_first(merging: Merging, pair):
    links = await merging.asked(*pair)
    assert await merging.outcome(links.stays) == "waiting"
    assert await merging.outcome(links.goes) == "merged"


async def test_the_page_tells_whose_it_is_and_the_other_address_only_to_its_owner(
    merging: Merging, pair, world: World
):
    goes, stays = pair
    links = await merging.asked(goes, stays)
    asked = (await merging.look(links.goes)).json()
    domain = stays.email.partition("@")[2]
    assert (asked["address"], asked["goes"]) == (goes.email, True)
    assert asked["other"] == f"{stays.email[0]}***@{domain}"
    assert (asked["accounts"], asked["more"]) == (["Acme"], 0)
    asked = (await merging.look(links.stays)).json()
    assert (asked["address"], asked["goes"]) == (stays.email, False)
    body = world.mails(goes.email)[-1].get_body(("plain",))
    assert body is not None
    assert goes.email in body.get_content()
    assert stays.email not in body.get_content()
    # Looking decides nothing, however often.
    assert (await merging.shown(links.id))["state"] == "waiting"


async def test_a_link_answers_once_and_for_its_own_mailbox_alone(merging: Merging, pair):
    links = await merging.asked(*pair)
    assert await merging.outcome(links.goes) == "waiting"
    assert refusal(await merging.answer(links.goes)) == OVER
    assert refusal(await merging.answer(links.goes, agreed=False)) == OVER
    assert refusal(await merging.look(links.goes)) == OVER
    assert (await merging.shown(links.id))["state"] == "confirmed"


async def test_a_caller_without_a_link_learns_nothing(merging: Merging, pair):
    links = await merging.asked(*pair)
    answers = [
        await merging.look({**links.goes, "token": "x"}),
        await merging.look({**links.goes, "mergeRequestId": str(uuid4())}),
        await merging.look({"mergeRequestId": str(uuid4()), "token": "x"}),
    ]
    assert {answer.text for answer in answers} == {answers[0].text}
    assert [refusal(answer) for answer in answers] == [OVER] * 3
    assert refusal(await merging.answer({**links.goes, "token": "x"})) == OVER
    for path in (LOOK, ANSWER):
        assert (await merging.stranger.get(path, params=links.goes)).status_code == 404
    assert (await merging.shown(links.id))["state"] == "waiting"


@pytest.mark.parametrize("side", ["goes", "stays"])
async def test_a_refusal_ends_it(merging: Merging, pair, db: Db, side: str):
    links = await merging.asked(*pair)
    mine, other = (links.goes, links.stays) if side == "goes" else (links.stays, links.goes)
    assert await merging.outcome(other) == "waiting"
    assert await merging.outcome(mine, agreed=False) == "refused"
    shown = await merging.shown(links.id)
    assert (shown["state"], shown["refusedBy"]) == ("refused", side)
    assert refusal(await merging.answer(mine)) == OVER
    assert (await audited(db, links.id))[-1] == ("vendor.merge_refused", "High", None)
    # It may be asked again.
    assert (await merging.ask(*pair)).status_code == 201


async def test_a_request_ends_by_itself(merging: Merging, pair, resources, db: Db):
    links = await merging.asked(*pair)
    assert await merging.outcome(links.goes) == "waiting"
    clock.advance_clock(timedelta(days=7))
    await merging.sign_in_again()
    assert refusal(await merging.look(links.stays)) == OVER
    assert refusal(await merging.answer(links.stays)) == OVER
    assert (await merging.shown(links.id))["state"] == "expired"
    found = await merging.backend.get(f"{REQUESTS}?state=expired&userId={pair[0].id}")
    assert found.json()["total"] == 1
    await user_merge.expire_due_merge_requests(
        JobContext(resources[Database], resources, 1, 1, False)
    )
    assert (await audited(db, links.id))[-1] == ("vendor.merge_expired", "Medium", None)
    assert (await merging.ask(*pair)).status_code == 201


async def test_over_by_time_is_noted_when_it_is_asked_again(merging: Merging, pair, db: Db):
    links = await merging.asked(*pair)
    clock.advance_clock(timedelta(days=7))
    await merging.sign_in_again()
    assert (await merging.ask(*pair)).status_code == 201
    assert (await audited(db, links.id))[-1] == ("vendor.merge_expired", "Medium", None)


async def test_it_is_withdrawn_while_it_waits(merging: Merging, pair, db: Db):
    links = await merging.asked(*pair)
    assert await merging.outcome(links.goes) == "waiting"
    withdrawn = await merging.backend.post(f"{REQUESTS}/{links.id}/withdraw")
    assert withdrawn.json()["state"] == "withdrawn"
    assert refusal(await merging.answer(links.stays)) == OVER
    again = await merging.backend.post(f"{REQUESTS}/{links.id}/withdraw")
    assert refusal(again) == (409, "merges.over")
    unknown = await merging.backend.post(f"{REQUESTS}/{uuid4()}/withdraw")
    assert refusal(unknown) == (404, "merges.not_found")
    assert (await audited(db, links.id))[-1] == ("vendor.merge_withdrawn", "Medium", None)


async def test_a_user_is_in_one_pending_request_only(merging: Merging, pair, world: World):
    goes, stays = pair
    third = await world.person("ReadOnly")
    await merging.asked(goes, stays)
    for one, other in ((goes, stays), (stays, goes), (goes, third), (third, stays), (stays, third)):
        assert refusal(await merging.ask(one, other)) == (409, "merges.already_asked")


async def test_they_are_listed_by_page_state_and_person(merging: Merging, world: World):
    stays = await world.person("ReadOnly")
    made = []
    for _ in range(3):
        made.append((await merging.asked(await world.person(), stays)).id)
        clock.advance_clock(timedelta(minutes=1))
        await merging.backend.post(f"{REQUESTS}/{made[-1]}/withdraw")
    first = (await merging.backend.get(f"{REQUESTS}?userId={stays.id}&limit=2")).json()
    assert (first["total"], [one["id"] for one in first["items"]]) == (3, made[:0:-1])
    last = (await merging.backend.get(f"{REQUESTS}?userId={stays.id}&limit=2&offset=2")).json()
    assert [one["id"] for one in last["items"]] == made[:1]
    none = (await merging.backend.get(f"{REQUESTS}?userId={stays.id}&state=done")).json()
    assert none == {"items": [], "total": 0}
    wrong = await merging.backend.get(f"{REQUESTS}?state=other")
    assert wrong.status_code == 400


async def test_the_same_key_asks_once(merging: Merging, pair, run_jobs, world: World):
    goes, stays = pair
    body = {"goesId": str(goes.id), "staysId": str(stays.id), "reason": REASON}
    key = {"idempotency-key": str(uuid4())}
    first = await merging.backend.post(REQUESTS, json=body, headers=key)
    again = await merging.backend.post(REQUESTS, json=body, headers=key)
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    await run_jobs()
    assert len(world.mails(goes.email)) == 1


async def test_what_is_asked_wrongly(merging: Merging, pair):
    goes, stays = pair
    assert refusal(await merging.ask(goes, goes)) == (400, "merges.same_person")
    body = {"goesId": str(goes.id), "staysId": str(stays.id)}
    for reason in ({}, {"reason": "x"}, {"reason": "x" * 501}):
        assert (await merging.backend.post(REQUESTS, json={**body, **reason})).status_code == 400
    unknown = {**body, "staysId": str(uuid4()), "reason": REASON}
    answer = await merging.backend.post(REQUESTS, json=unknown)
    assert refusal(answer) == (404, "users.not_found")
    assert refusal(await merging.backend.get(f"{REQUESTS}/{uuid4()}")) == (404, "merges.not_found")


IMPOSSIBLE = {
    "locked": "update users set locked_at = now() where id = $1",
    "not_verified": "update users set verified = false where id = $1",
    "directory": "update memberships set managed_by = 'scim2' where user_id = $1",
    "single_sign_on": "insert into external_identities (id, kind, provider, issuer, subject, user_id, email,"
    " created_at, last_used_at)"
    " values (gen_random_uuid(), 'saml', 'c', 'i', $1::uuid::text, $1::uuid, 'a@b.test',"
    " now(), now())",
    "staff": "insert into staff (user_id, role, created_at) values ($1, 'support', now())",
}


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("why", IMPOSSIBLE)
async def test_an_account_that_others_manage_is_not_merged(
    merging: Merging, pair, db: Db, database: Database, why: str, which: int
):
    await db.connection.execute(IMPOSSIBLE[why], pair[which].id)
    assert refusal(await merging.ask(*pair)) == (409, f"merges.{why}")
    await dismiss_all(database)


async def test_a_mailbox_leads_past_no_second_factor(merging: Merging, pair, db: Db):
    """That of who stays is asked for as before."""
    goes, stays = pair
    enroll = "update users set mfa_enrolled = true where id = $1"
    await db.connection.execute(enroll, stays.id)
    links = await merging.asked(goes, stays)
    assert await merging.outcome(links.stays) == "waiting"
    await db.connection.execute(enroll, goes.id)
    assert await merging.outcome(links.goes) == "stopped"
    assert refusal(await merging.ask(*pair)) == (409, "merges.second_factor")


@pytest.mark.parametrize("which", [0, 1])
async def test_an_address_of_a_company_that_insists_on_its_sign_in(
    merging: Merging, pair, db: Db, world: World, which: int
):
    """Also a further one."""
    tenant_id, connection_id, domain = await world.tenant(), new_id(), f"{uuid4().hex[:8]}.test"
    await db.connection.execute(
        "insert into sso_connections (tenant_id, id, type, enabled, enforced, override_active_tenant,"
        " sso_endpoint, idp_entity_id, audience, sign_request, metadata_source, metadata_url,"
        " oidc_client_id, created_at, updated_at)"
        " values ($1, $2, 'oidc', true, true, true, '', '', '', false, 'form', '', '', now(), now())",
        tenant_id, connection_id,
    )  # fmt: skip
    await db.connection.execute(
        "insert into sso_domains (id, tenant_id, connection_id, domain, token, validated_at, created_at)"
        " values ($1, $2, $3, $4, 't', now(), now())",
        new_id(), tenant_id, connection_id, domain,
    )  # fmt: skip
    await db.connection.execute(
        "insert into user_emails (id, user_id, email, verified_at, created_at, updated_at)"
        " values ($1, $2, $3, now(), now(), now())",
        new_id(), pair[which].id, f"ada@{domain}",
    )  # fmt: skip
    assert refusal(await merging.ask(*pair)) == (409, "merges.single_sign_on")
    await db.connection.execute("delete from sso_domains where connection_id = $1", connection_id)
    assert (await merging.ask(*pair)).status_code == 201


async def test_too_many_accounts_do_not_move_at_once(
    merging: Merging, pair, world: World, monkeypatch
):
    monkeypatch.setattr("gatehouse.user_merge.service.MOST_PLACES", 1)
    assert (await merging.ask(*pair)).status_code == 201
    goes = await world.person("ReadOnly")
    await world.member_of(await world.tenant(), goes.id)
    assert refusal(await merging.ask(goes, pair[1])) == (409, "merges.already_asked")
    assert refusal(await merging.ask(goes, await world.person())) == (
        409, "merges.too_many_accounts",
    )  # fmt: skip


@pytest.mark.parametrize("why", [name for name in IMPOSSIBLE if name != "staff"])
async def test_what_came_between_stops_it_when_both_have_agreed(
    merging: Merging, pair, db: Db, why: str
):
    goes, stays = pair
    links = await merging.asked(goes, stays)
    assert await merging.outcome(links.goes) == "waiting"
    await db.connection.execute(IMPOSSIBLE[why], goes.id)
    assert await merging.outcome(links.stays) == "stopped"
    shown = await merging.shown(links.id)
    assert (shown["state"], shown["problem"]) == ("stopped", f"merges.{why}")
    assert (await audited(db, links.id))[-1] == ("vendor.merge_stopped", "High", None)
    users = f"/identity/resources/vendor-only/users/v1/{goes.id}"
    assert (await merging.backend.get(users)).status_code == 200


async def test_a_mailbox_that_is_the_persons_no_more_proves_nothing(merging: Merging, pair, db: Db):
    goes, stays = pair
    links = await merging.asked(goes, stays)
    await db.connection.execute(
        "update users set email = $2 where id = $1", goes.id, f"new-{goes.email}"
    )
    assert refusal(await merging.look(links.goes)) == OVER
    assert refusal(await merging.answer(links.goes)) == OVER


async def test_an_address_that_changed_after_the_yes_stops_it(merging: Merging, pair, db: Db):
    goes, stays = pair
    links = await merging.asked(goes, stays)
    assert await merging.outcome(links.goes) == "waiting"
    await db.connection.execute(
        "update users set email = $2 where id = $1", goes.id, f"new-{goes.email}"
    )
    assert await merging.outcome(links.stays) == "stopped"
    assert (await merging.shown(links.id))["problem"] == "merges.address_changed"


async def test_support_may_ask_with_a_fresh_factor_and_a_reader_may_look(staff, pair, db: Db):
    support = await staff(StaffRole.SUPPORT)
    body = {"goesId": str(pair[0].id), "staysId": str(pair[1].id), "reason": REASON}
    made = await support.browser.post(REQUESTS, json=body)
    assert made.status_code == 201, made.text
    assert made.json()["requestedBy"] == support.person.email
    reader = await staff(StaffRole.READ_ONLY)
    assert (await reader.browser.get(REQUESTS)).status_code == 200
    for path in ("", f"/{made.json()['id']}/withdraw"):
        answer = await reader.browser.post(f"{REQUESTS}{path}", json=body)
        assert refusal(answer) == (403, "access.missing_permission")
    taken_back = await support.browser.post(f"{REQUESTS}/{made.json()['id']}/withdraw")
    assert taken_back.json()["withdrawnBy"] == support.person.email
    await db.connection.execute(
        "update sessions set auth_time = $2 where id = $1",
        support.person.session_id, clock.now() - timedelta(minutes=16),
    )  # fmt: skip
    stale = await support.browser.post(REQUESTS, json=body)
    assert refusal(stale) == (403, "access.step_up_needed")


async def test_support_merges_no_user_into_an_account_of_the_staff(
    staff, pair, world: World, merging: Merging
):
    support = await staff(StaffRole.SUPPORT)
    await world.member_of(support.person.tenant_id, pair[0].id)
    body = {"goesId": str(pair[0].id), "staysId": str(pair[1].id), "reason": REASON}
    answer = await support.browser.post(REQUESTS, json=body)
    assert refusal(answer) == (403, "access.staff_protected")


async def test_a_customers_administrator_has_no_part_in_it(world: World, pair, merging: Merging):
    admin = await world.person("Admin")
    for call in (
        admin.browser.get(REQUESTS),
        admin.browser.post(REQUESTS, json={}),
        admin.browser.get(f"{REQUESTS}/{uuid4()}"),
        admin.browser.post(f"{REQUESTS}/{uuid4()}/withdraw"),
    ):
        assert (await call).status_code in (401, 403)


async def test_what_is_old_is_forgotten(merging: Merging, pair, resources, db: Db):
    links = await merging.asked(*pair)
    await merging.backend.post(f"{REQUESTS}/{links.id}/withdraw")
    clock.advance_clock(timedelta(days=91))
    await user_merge.delete_expired_merge_requests(
        JobContext(resources[Database], resources, 1, 1, False)
    )
    assert not await db.connection.fetchval(
        "select true from merge_requests where id = $1::text::uuid", links.id
    )


async def test_people_are_not_written_to_without_end(merging: Merging, pair):
    for _ in range(10):
        made = await merging.ask(*pair)
        assert made.status_code == 201
        await merging.backend.post(f"{REQUESTS}/{made.json()['id']}/withdraw")
    assert (await merging.ask(*pair)).status_code == 429
