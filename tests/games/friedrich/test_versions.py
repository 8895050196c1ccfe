"""What rules version 2 has changed, and that version 1 goes on as it was."""

import pytest

from chancery.games.friedrich.board import TAKEN
from chancery.games.friedrich.nations import AUSTRIA
from tests.games.friedrich.positions import EXPERT, legal, phase, play, position, under
from tests.games.friedrich.test_knowledge import ELISABETH, exchange, known
from tests.games.friedrich.test_victory import aims


@pytest.mark.parametrize(("rules", "again"), [(1, True), (2, False)])
def test_the_claim_is_asked_once_where_no_card_lies_between(rules: int, again: bool) -> None:
    s = position(EXPERT, stage="france", turn=4, at={"daun": "prag"}, offensive=TAKEN,
                 control=aims(AUSTRIA)[4:])  # fmt: skip
    s.rules = rules
    play(s, "end")
    assert phase(s) == "Claim"
    play(s, "decline")
    assert (phase(s) == "Claim") == again


def test_version_1_forgets_what_the_partner_of_an_exchange_knew() -> None:
    s = exchange("offer 2s.1", "offer 12s.1")
    assert ("austria", "10h.1") in known(s, ELISABETH)
    s = exchange("offer 2s.1", "offer 12s.1", rules=1)
    assert known(s, ELISABETH) == {("austria", "12s.1")}


@pytest.mark.rule("friedrich", "fate 5♦", "4.5")
def test_a_stack_of_three_with_chevert_marches_as_a_whole() -> None:
    at = dict.fromkeys(("richelieu", "soubise", "chevert"), "koblenz")
    for rules in (1, 2):
        s = under("5♦", stage="france", at=at, troops={"richelieu": 9})
        s.rules = rules
        play(s, "march richelieu")
        assert ("with soubise" in legal(s)) == (rules == 2)
        if rules == 2:
            play(s, "with soubise")
            assert legal(s) == ["with chevert"]  # the two may not leave him alone
            play(s, "with chevert")
            assert legal(s, "to")
