"""Tests of the components and the set-up."""

import pytest

from chancery.core import BadOption
from chancery.games.spada.board.components import AGENDA, PROBLEMS, RESOURCES, printed
from chancery.games.spada.board.open_information import stock
from tests.games.spada.modes import GAME, MODES, mode_name
from tests.soaking import sample


@pytest.mark.rule("spada", "components.resources", "components.agenda", "components.privileges")
@pytest.mark.rule("spada", "components.houses", "components.cathedral", "components.board")
def test_the_box_holds_what_the_rulebook_lists() -> None:
    state = GAME.start(seed="box")
    assert sum(state.deck) + sum(state.hands) == 68
    assert sum(state.agendas) + 1 == 16  # and the stone cross on the table
    assert state.supply == (2, 2, 2, 2)
    assert [state.farms[seat] + stock(state, seat) for seat in range(4)] == [6, 6, 6, 6]
    assert len(state.seats) == 4


@pytest.mark.rule("spada", "components.agenda", "winter.war", "winter.tax", "winter.famine")
@pytest.mark.rule("spada", "winter.revolt")
def test_four_agenda_cards_of_each_kind_half_of_them_cathedrals() -> None:
    data = printed(None)
    cards = list(data.full)
    cards[data.cross] += 1
    assert AGENDA.names[data.cross] == "revolt-privilege"
    assert cards == [2, 2, 2, 2, 2, 2, 2, 2]


@pytest.mark.rule("spada", "components.summary", "setup.summary")
@pytest.mark.rule("spada", "spring.grain", "spring.workers", "spring.knights", "spring.riches")
def test_values_are_those_of_the_table() -> None:
    table = """
             knights riches workers grain
    war         4      3       2      1
    tax         2      4       1      3
    revolt      3      1       4      2
    famine      1      2       3      4
    """
    head, *rows = (line.split() for line in table.strip().splitlines())
    for row in rows:
        kind = PROBLEMS.names.index(row[0])
        for resource, value in zip(head, row[1:], strict=True):
            assert printed(None).values[kind][RESOURCES.index(resource)] == int(value)


@pytest.mark.rule("spada", "setup", "setup.board", "setup.deck", "setup.houses", "setup.empty")
@pytest.mark.rule("spada", "setup.supply", "components.points")
@pytest.mark.parametrize("mode", sample(MODES, 10), ids=mode_name)
def test_everybody_begins_alike(mode: dict[str, object]) -> None:
    state = GAME.start(mode, "begin")
    n = len(state.seats)
    assert n == mode["players"]
    assert [state.size(seat) for seat in range(n)] == [8] * n
    assert (state.farms, state.builders, state.points) == ((2,) * n, (0,) * n, (0,) * n)
    assert (state.built, state.year, sum(state.discards)) == (0, 1, 0)
    view = state.view(None)  # a spectator sees points and privileges too
    assert view.points == (0,) * n
    assert sum(view.supply) == 8


@pytest.mark.rule("spada", "setup.four", "winter.first.four", "winter.first")
def test_with_four_the_stone_cross_makes_the_first_counsellor() -> None:
    first = set()
    for number in range(40):
        state = GAME.start(seed=str(number))
        sizes = [state.agenda_size(seat) for seat in range(4)]
        assert sizes.pop(state.counsellor) == 3  # he had four and has put the cross down
        assert sizes == [4, 4, 4]
        first.add(state.counsellor)
        assert AGENDA.names[state.agenda] == "revolt-privilege"
        assert state.asked[0] == (state.counsellor, "bid")  # no Winter in the first year
    assert first == {0, 1, 2, 3}


@pytest.mark.rule("spada", "setup.three", "winter.first.three", "winter.first")
def test_with_three_the_table_or_the_lot_names_the_first_counsellor() -> None:
    for seat, name in enumerate(("yellow", "black", "white")):
        state = GAME.start({"players": 3, "counsellor": name}, "x")
        assert state.counsellor == seat
        assert [state.agenda_size(s) for s in range(3)] == [5, 5, 5]
        assert state.asked[0] == (seat, "bid")
    lots = {GAME.start({"players": 3}, str(n)).counsellor for n in range(30)}
    assert lots == {0, 1, 2}


@pytest.mark.rule("spada", "setup.four", "setup.three")
@pytest.mark.parametrize(("players", "each"), [(3, 4), (4, 3)])
def test_the_short_agenda_deals_twelve_cards_with_six_cathedrals(players: int, each: int) -> None:
    state = GAME.start({"players": players, "agenda": "short"}, "short")
    assert [state.agenda_size(seat) for seat in range(players)] == [each] * players
    out = [full - short for full, short in zip(state.data.full, state.data.short, strict=True)]
    assert {AGENDA.names[card]: n for card, n in enumerate(out) if n} == {
        "war-cathedral": 1, "famine-cathedral": 1, "tax-privilege": 1,
    }  # fmt: skip
    assert sum(state.data.short[::2]) == 6
    lots = {
        GAME.start({"players": players, "agenda": "short"}, str(n)).counsellor for n in range(40)
    }
    assert lots == set(range(players))  # the cross lies on the table: the lot decides


def test_options_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(BadOption, match="stone cross decides"):
        GAME.start({"counsellor": "black"})
    with pytest.raises(BadOption, match="Orange is not in a game for three players"):
        GAME.start({"players": 3, "counsellor": "orange"})
    with pytest.raises(BadOption, match="choose from 4, 3"):
        GAME.start({"players": 5})
    with pytest.raises(BadOption, match="no option colour"):
        GAME.start({"colour": "red"})
    GAME.start({"agenda": "short", "counsellor": "orange"})


def test_seats_are_numbered_from_zero_clockwise() -> None:
    state = GAME.start({"players": 3})
    assert [seat for seat in range(-2, 5) if state.has_seat(seat)] == [0, 1, 2]
    assert [state.next_seat(seat) for seat in range(3)] == [1, 2, 0]
