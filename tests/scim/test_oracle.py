"""An independent client checks the whole server, as the protocol has it."""

from tests.scim.directory import Directory


async def test_an_independent_client_finds_nothing_wrong(directory: Directory):
    # Loaded here: see there.
    from tests.scim.independent_client import Status, findings

    results = await findings(directory.http)
    wrong = [
        f"{one.title} {one.resource_type}: {one.status} {one.reason}"
        for one in results
        if one.status not in (Status.SUCCESS, Status.SKIPPED)
    ]
    assert not wrong, "\n".join(wrong)
    assert sum(one.status is Status.SUCCESS for one in results) > 80
    skipped = {f"{one.title} {one.reason}" for one in results if one.status is Status.SKIPPED}
    assert not skipped
