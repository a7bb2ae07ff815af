"""Which user's account an external identity opens: it never takes over another user's."""

from itertools import product

import pytest

from gatehouse.identity.external.linking import LinkDecision, LinkFacts, decide_link

ON = {"is_on": True, "is_linked": False}
SURE = {**ON, "address_verified": True, "is_trusted": True}

TABLE = [
    ("nobody comes through a provider that is off", {"is_on": False, "is_linked": True}, "provider_off"),
    ("a known identity opens its own account", {"is_on": True, "is_linked": True}, "enter"),
    ("also when its address is gone or not verified any more",
     {"is_on": True, "is_linked": True, "address_verified": False, "held": True}, "enter"),
    ("an address that the provider does not vouch for opens nothing",
     {**ON, "is_trusted": True, "held": True, "holder_verified": True}, "not_verified"),
    ("and makes nothing", {**ON, "is_trusted": True, "may_make": True}, "not_verified"),
    ("a proved address on both sides links", {**SURE, "held": True, "holder_verified": True}, "link"),
    ("an account that nobody proved becomes its owner's", {**SURE, "held": True}, "claim"),
    ("a provider that does not speak for the address opens no account",
     {**SURE, "is_trusted": False, "held": True, "holder_verified": True}, "not_trusted"),
    ("nor one that nobody proved", {**SURE, "is_trusted": False, "held": True}, "not_trusted"),
    ("an address that was given to somebody else opens nothing of the first",
     {**SURE, "held": True, "holder_verified": True, "holder_linked_elsewhere": True}, "reassigned"),
    ("a new person is made", {**SURE, "may_make": True}, "make"),
    ("also by a provider whose word opens no account", {**SURE, "is_trusted": False, "may_make": True},
     "make"),
    ("where new accounts are let in", SURE, "closed"),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "wanted"), [row[1:] for row in TABLE], ids=[r[0] for r in TABLE])
def test_the_table(facts: dict[str, bool], wanted: str):
    assert decide_link(LinkFacts(**facts)) == wanted


def test_every_combination_keeps_to_the_rule():
    names = list(LinkFacts.__dataclass_fields__)
    for values in product((False, True), repeat=len(names)):
        facts = LinkFacts(**dict(zip(names, values, strict=True)))
        decision = decide_link(facts)
        if not facts.is_on:
            assert decision.is_refusal
        if decision in (LinkDecision.LINK, LinkDecision.CLAIM):
            assert facts.address_verified
            assert facts.is_trusted
            assert facts.held
            assert not facts.holder_linked_elsewhere
        if decision is LinkDecision.LINK:
            assert facts.holder_verified
        if decision is LinkDecision.MAKE:
            assert facts.may_make
            assert facts.address_verified
            assert not facts.held
        if decision is LinkDecision.ENTER:
            assert facts.is_linked
