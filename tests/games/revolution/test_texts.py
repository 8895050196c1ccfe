"""Texts of the game: help, prompts, labels, previews, events."""

import random
import re
import tomllib
from typing import Any

import pytest

from chancery.core import Event
from chancery.core.words import Text
from chancery.games.revolution.board.places import CITIES, PROVINCES
from chancery.games.revolution.face import words
from chancery.games.revolution.face.lettering import printed, with_print
from chancery.games.revolution.face.teaching import reconstructed
from chancery.games.revolution.rules.army_moves import Holding
from chancery.games.revolution.rules.events import (
    CityCardMoved,
    CityTaken,
    Influenced,
    PointsCounted,
    ProvinceCardMoved,
    StoodOff,
    SurplusReturned,
    UnitsCounted,
    pointed,
)
from chancery.games.revolution.rules.military_influence import Barring
from chancery.games.revolution.rules.phase_base import Answer
from chancery.games.revolution.rules.state import Revolution
from chancery.games.revolution.rules.support_moves import Interception
from tests.games.revolution.positions import GAME, MODES, position
from tests.games.steps import play, why_not


def test_every_item_of_the_help_is_in_the_rulebook() -> None:
    listed = tomllib.loads((GAME.folder / "data" / "rulebook.toml").read_text("utf-8"))["rules"]
    cited: set[str] = set()
    for chapter in GAME.face.help():
        for paragraph in chapter.paragraphs:
            assert set(paragraph.items) <= set(listed), paragraph.rule
            assert str(paragraph.text)
            cited.update(paragraph.items)
    assert set(listed) == cited


def test_reconstructed_values_are_disclosed() -> None:
    atlas = GAME.load_data(None)
    notes = " ".join(map(str, reconstructed(atlas)))
    kinds = {(kind, field) for kind, _, field in atlas.reconstructed}
    assert len(reconstructed(atlas)) == len(kinds)
    for word in ("Leeuwarden", "Deventer", "Breda", "Jesuits", "Rhine", "coloured spaces"):
        assert word in notes


# The events that end "Undo", by the phase in which another seat answers.
BINDING = {Interception: "Spanish Treasury", Holding: "march", Barring: "influence"}


def test_the_help_names_every_action_that_cannot_be_taken_back() -> None:
    assert {kind for kind in GAME.phases if issubclass(kind, Answer)} == set(BINDING)
    (paragraph,) = (
        str(p.text) for c in GAME.face.help() for p in c.paragraphs if "“Undo”" in str(p.text)
    )
    for word in (*BINDING.values(), "ends the game"):
        assert word in paragraph


def help_text(options: dict[str, Any], data: str | None = None) -> str:
    """Return the help for a table as one text."""
    chapters = GAME.face.help_at(GAME.blank(options, "", data=data).frame)
    return " ".join(str(p.text) for chapter in chapters for p in chapter.paragraphs)


def test_the_help_at_a_table_tells_the_tokens_of_its_edition() -> None:
    assert "58 tokens and 8 armies" in help_text({"players": 3})
    assert "56 tokens and 8 armies" in help_text({"players": 3, "edition": 2004})


def test_the_help_at_a_table_describes_the_board_of_the_table() -> None:
    shipped, own = (
        help_text({}),
        help_text({}, (GAME.shipped_data() or "").replace("limit = 11", "limit = 10")),
    )
    assert "This is what ours says" in shipped
    assert "11 (Holland)" in shipped
    assert "This is what ours says" not in own
    assert "11 (Holland)" not in own
    assert "10 (Holland)" in own


def test_the_help_at_a_table_tells_what_is_reconstructed_in_its_file() -> None:
    known = (GAME.shipped_data() or "").replace('"reconstructed"', '"printed"')
    assert not GAME.load_data(known).reconstructed
    assert "we had to reconstruct" in help_text({})
    assert "we had to reconstruct" not in help_text({}, known)


def test_the_help_at_a_table_is_about_its_number_of_players() -> None:
    two, five = (
        "With two players the armies of one player are allies",
        "Five players lead a faction",
    )
    assert two in help_text({"players": 2})
    assert five not in help_text({"players": 2})
    for mode in MODES:
        if mode.get("players") != 2:
            assert "Two players lead two factions" not in help_text(mode)
            assert "With two players" not in help_text(mode)
            assert five in help_text(mode)


def test_a_result_is_written_in_points() -> None:
    expected = {"en": "12.45", "it": "12,45", "nl": "12,45", "fr": "12,45"}
    for language, text in expected.items():
        assert GAME.speaker(language).word(GAME.written(1245)) == text


def test_every_verb_has_a_label() -> None:
    for action in GAME.notation:
        assert str(GAME.face.label(action))
        group = GAME.face.group(action)
        assert group is None or str(group)


def test_points_are_written_as_people_write_them() -> None:
    counted = [PointsCounted(0, n, 0, 0, n).text() for n in (50, 45, 700, 1250, 1197)]
    assert list(map(str, counted)) == [
        "Catholics: half a point (cities ½).",
        "Catholics: 0.45 points (cities 0.45).",
        "Catholics: 7 points (cities 7).",
        "Catholics: 12½ points (cities 12½).",
        "Catholics: 11.97 points (cities 11.97).",
    ]


@pytest.mark.parametrize("language", ["it", "nl", "fr"])
def test_no_point_stands_in_a_number_where_a_comma_belongs(language: str) -> None:
    s = position(
        turn=5, step="upkeep", province_cards={"drenthe": "burghers", "holland": "burghers"}
    )
    s.points = (1197, 450, 45, 220, 150)
    view, speaker = s.view(None), GAME.speaker(language, seats=s.seats)
    pictures = [GAME.face.ground(view.frame, speaker), GAME.face.draw(view, speaker)]
    pictures += [panel.picture for panel in GAME.face.panels(view, speaker)]
    pictures += [GAME.face.overlay(view, o.key, speaker) or "" for o in GAME.face.overlays()]
    seen = re.findall(r">([^<>]*\d[^<>]*)<", " ".join(pictures))
    seen += [speaker.say(line) for _, lines in GAME.face.describe(view) for line in lines]
    seen += [speaker.say(PointsCounted(0, 1197, 0, 0, 1197).text())]
    assert [text for text in seen if re.search(r"\d?\.\d", text)] == []
    for number in ("11,97", "4½", "0,45"):
        assert sum(number in text for text in seen) >= 2, number


@pytest.mark.parametrize("number", range(4))
def test_prompts_previews_and_events_can_be_said(number: int) -> None:
    dice = random.Random(number)
    s = GAME.start(MODES[number * 3], f"sayings {number}")
    seen = set()
    while s.asked:
        question = s.asked[0]
        view = s.view(question.seat)
        if question.name not in seen or dice.random() < 0.1:
            seen.add(question.name)
            assert str(GAME.face.prompt(view, question))
            for action in s.legal():
                preview = GAME.face.preview(view, action)
                assert preview is None or str(preview)
        for event in s.apply(dice.choice(s.legal())):
            assert "{" not in str(event.text())
    assert seen >= {"support", "units", "put", "order"}
    assert seen <= set(words._PROMPTS)


def preview(s: Revolution, text: str) -> str:
    """Return the preview of an action."""
    found = GAME.face.preview(s.view(s.asked[0].seat), GAME.notation.parse(text))
    assert isinstance(found, Text)
    return str(found)


def test_previews() -> None:
    s = position(step="units", tokens={"drenthe": {"catholics": 1, "burghers": 1}})
    assert preview(s, "place drenthe 1") == (
        "The province would hold 3 tokens of 1; if nobody adds any, conflict leaves: Catholics 2."
    )
    s = position(step="paying", treasury={"catholics": 5})
    assert preview(s, "pay koeln-city 3") == (
        "With all coins so far the marker goes from 2 to 1. A token comes in: Catholics."
    )
    s = position(
        step="provinces",
        tokens={"liege": {"burghers": 2}, "liege-city": {"neutral": 2}},
    )
    assert preview(s, "put liege-city 2").startswith("Nobody would have the majority")
    play(s, "clear liege-city neutral")
    assert preview(s, "put liege-city 2").startswith("The Burghers would have the majority")


@pytest.mark.rule("revolution", "6.13.full")
def test_the_preview_of_overflow_knows_the_moves_that_are_chosen() -> None:
    """Four too many in Gelderland; two find an empty place in Utrecht, none in Cleve."""
    s = position(
        step="overflow",
        tokens={
            "gelderland": {"burghers": 9},
            "utrecht": {"burghers": 1, "neutral": 2},
            "cleve": {"burghers": 2, "neutral": 1},
        },
    )
    assert preview(s, "spill gelderland utrecht") == (
        "There is room for 2 tokens there. 2 more could take the places of neutral ones."
    )
    play(s, "spill gelderland utrecht")
    assert preview(s, "spill gelderland utrecht") == (
        "There is room for 1 token there. 2 more could take the places of neutral ones."
    )
    play(s, "spill gelderland utrecht")
    assert preview(s, "spill gelderland utrecht") == "A neutral token gives way."
    assert preview(s, "done") == "2 surplus tokens go back to the stock."
    assert preview(s, "spill gelderland cleve") == "A neutral token gives way."
    play(s, "spill gelderland cleve")
    assert preview(s, "spill gelderland cleve") == "There is no room there."
    assert preview(s, "done") == "1 surplus token goes back to the stock."


def test_singular_and_plural() -> None:
    s = position(
        step="sieges",
        armies={"holland": {"catholics": 3}},
        tokens={
            "amsterdam": {"burghers": 1},
            "haarlem": {"burghers": 2},
            "leiden": {"burghers": 2, "neutral": 1},
        },
    )
    own = "(if your stock allows)"
    assert preview(s, "besiege amsterdam") == f"If the siege holds: 1 token becomes yours {own}."
    assert preview(s, "besiege haarlem") == f"If the siege holds: 2 tokens become yours {own}."
    assert preview(s, "besiege leiden") == (
        f"If the siege holds: 2 tokens become yours {own}, 1 becomes neutral."
    )
    s = position(step="units", tokens={"holland": {"catholics": 1}})
    assert preview(s, "place holland 1") == "The province would hold 2 tokens of 11."
    s = position(
        step="taxes", city_cards={"gent": "catholics"}, tokens={"holland": {"catholics": 30}}
    )
    asked = s.asked[0]
    prompt = str(GAME.face.prompt(s.view(asked.seat), asked))
    assert prompt.endswith("The first is taken; 1 token is in stock.")
    assert preview(s, "tax 1") == (
        "Stock 1, treasury 1. As things stand, new units: 1 instead of 7, because the stock is"
        " short."
    )
    assert str(s.why_not(GAME.notation.parse("tax 3")).text()) == (  # type: ignore[union-attr]
        "That rate needs 2 tokens; you have 1 in stock."
    )
    lines = [str(line) for line in GAME.face.describe(s.view(0))[1][1]]
    assert [str(pointed(n)) for n in (0, 50, 100, 245)] == [
        "0 points", "half a point", "1 point", "2.45 points",
    ]  # fmt: skip
    assert lines[0].startswith("Catholics: 0 points when last counted")


@pytest.mark.rule("revolution", "6.10.slots")
def test_a_box_that_is_not_yours_is_not_called_full() -> None:
    s = position(
        step="units", faction="reformers", support={"huguenots-plain": {"burghers": 1}},
        tokens={"holland": {"reformers": 1}, "utrecht": {"reformers": 9}},
    )  # fmt: skip
    assert why_not(s, "place jesuits-plain 1") == ("NotTheirBox", "6.10.slots")
    assert why_not(s, "place huguenots-plain 1") == ("BoxOfOthers", "6.10.slots")
    assert why_not(s, "place calvinists-plain 3") == ("NoRoom", "6.10.slots")
    refusal = s.why_not(GAME.notation.parse("place jesuits-plain 1"))
    assert refusal is not None
    assert str(refusal.text()) == "The Reformers may not use the support box Jesuits."


@pytest.mark.rule("revolution", "6.7.2")
def test_an_own_siege_is_not_lifted() -> None:
    given = {
        "step": "beggars", "faction": "reformers", "treasury": {"reformers": 6},
        "tokens": {"haarlem": {"catholics": 2}, "leiden": {"catholics": 2}},
    }  # fmt: skip
    own = position(sieges={"leiden": "reformers"}, **given)
    assert preview(own, "hire holland") == ("The only siege there is your own: they can only wait.")
    both = position(sieges={"leiden": "reformers", "haarlem": "habsburgs"}, **given)
    play(both, "hire holland")
    assert preview(both, "hire holland") == (
        "Enough to lift the sieges of HAARLEM. Your own siege of LEIDEN would end too."
    )


@pytest.mark.rule("revolution", "6.7.1")
def test_beggars_are_told_which_army_they_can_destroy() -> None:
    given = {
        "step": "beggars", "faction": "reformers", "treasury": {"reformers": 6},
        "tokens": {"leiden": {"reformers": 2}, "haarlem": {"reformers": 1}},
    }  # fmt: skip
    besieged = position(
        sieges={"leiden": "habsburgs"}, armies={"holland": {"nobility": 1}}, **given
    )
    play(besieged, "hire holland; hire holland; hire holland")
    assert why_not(besieged, "beat holland") == ("NotTheMostCatholic", "6.7.1")
    burghers_alone = position(sieges={"leiden": "burghers"}, **given)
    play(burghers_alone, "hire holland; hire holland; hire holland")
    assert why_not(burghers_alone, "beat holland") == ("NoArmyToDestroy", "6.7.1")


def test_a_prompt_counts_what_is_left_to_pay_with() -> None:
    s = position(
        step="raising", faction="reformers", treasury={"reformers": 7},
        tokens={"holland": {"reformers": 2}},
    )  # fmt: skip
    play(s, "raise holland")
    asked = s.asked[0]
    assert str(GAME.face.prompt(s.view(asked.seat), asked)) == (
        "Raise another army, or choose “Done”. So far 1 for 2; 5 left in the treasury."
    )
    assert preview(s, "raise holland") == "It costs 2 coins. With the earlier ones, 4 in all."


@pytest.mark.rule("revolution", "6.14.free")
def test_placing_a_token_names_displaced_tokens() -> None:
    s = position(
        step="provinces", tokens={"friesland": {"reformers": 1}, "franeker": {"reformers": 1}}
    )
    leaves = "Your tokens in Franeker go to the countryside, unless you put some there too."
    assert preview(s, "put leeuwarden 1").startswith(leaves)
    put = GAME.notation.parse("put franeker 1")
    assert GAME.face.preview(s.view(s.asked[0].seat), put) is None


@pytest.mark.rule("revolution", "6.16")
def test_finishing_coins_names_the_marker_moves() -> None:
    s = position(
        step="paying",
        faction="reformers",
        treasury={"reformers": 3},
        coins={"gent": {"catholics": 1}},
    )
    start = s.allegiance[CITIES.names.index("gent")]
    play(s, "pay gent 2")
    assert preview(s, "done") == f"With all coins so far: GENT {start} → {start + 1}."


def test_new_units_are_counted_down_while_they_are_placed() -> None:
    s = position(step="units", faction="reformers", tokens={"holland": {"reformers": 4}})
    speaker = GAME.speaker()
    seat = s.asked[0].seat
    assert "7 new units left to place" in map(str, GAME.face.hands(s.view(seat), speaker)[0].facts)
    play(s, "place holland 3")
    assert "4 new units left to place" in map(str, GAME.face.hands(s.view(seat), speaker)[0].facts)


def test_battles_and_conflicts_explain_themselves() -> None:
    s = position(
        step="raising", faction="reformers", treasury={"reformers": 2},
        armies={"holland": {"nobility": 1, "burghers": 1, "reformers": 1}},
    )  # fmt: skip
    lines = [str(event.text()) for event in play(s, "done")]
    assert (
        "Battle in Holland (Nobility 1, Burghers 1 and Reformers 1): an army of the Nobility and"
        " one of the Reformers destroy each other. Burghers 1 left."
    ) in lines


def test_leaders_of_two_factions_are_told_for_which() -> None:
    for players, expected in (
        (5, "Which cities do your armies besiege?"),
        (2, "Habsburgs: Which cities do your armies besiege?"),
    ):
        s = position(
            {"players": players}, step="sieges", faction="habsburgs",
            armies={"holland": {"habsburgs": 1}}, tokens={"amsterdam": {"burghers": 1}},
        )  # fmt: skip
        asked = s.asked[0]
        assert str(GAME.face.prompt(s.view(asked.seat), asked)) == expected


@pytest.mark.parametrize(
    ("money", "expected"),
    [
        (
            2,
            "Keep each of 2 armies for 2, disband it for 1 or abandon it for 0 coins. The treasury"
            " holds 2.",
        ),
        (
            1,
            "Disband each of 2 armies for 1 coin or abandon it for nothing. The treasury holds 1.",
        ),
    ],
)
def test_a_prompt_names_what_can_be_paid(money: int, expected: str) -> None:
    s = position(
        step="upkeep", treasury={"catholics": money}, tokens={"holland": {"burghers": 3}},
        armies={"holland": {"catholics": 1}, "utrecht": {"catholics": 1}},
    )  # fmt: skip
    assert str(GAME.face.prompt(s.view(0), s.asked[0])) == expected


@pytest.mark.parametrize(
    ("slots", "expected"),
    [
        ({"jesuits-plain": {"catholics": 1}}, "to provinces, or"),
        ({"spanish-treasury-solid": {"catholics": 1}}, "to the treasury, or"),
        (
            {"jesuits-plain": {"catholics": 1}, "spanish-treasury-solid": {"catholics": 1}},
            "to provinces or the treasury, or",
        ),
    ],
)
def test_support_goes_where_its_slots_lead(slots: dict[str, dict[str, int]], expected: str) -> None:
    s = position(step="support", support=slots)
    asked = s.asked[0]
    prompt = f"Move tokens from support boxes {expected} choose “Done”."
    assert str(GAME.face.prompt(s.view(asked.seat), asked)) == prompt


OWN = CityTaken(0, 0, 1, 2, 0, 0)


@pytest.mark.parametrize(
    ("event", "language", "expected"),
    [
        (Influenced(2, 0, 0), "en", "An army of the Nobility converts a token of the Catholics in"
         " the countryside of Liège."),
        (Influenced(2, 0, 0), "it", "Un esercito della Nobiltà converte una pedina dei Cattolici"
         " nella campagna di Liegi."),
        (Influenced(2, 24, 1), "it", "Un esercito della Nobiltà converte una pedina degli Asburgo"
         " ad AQUISGRANA."),
        (Influenced(2, 9, 0), "fr", "Une armée de la Noblesse convertit un jeton des Catholiques"
         " dans la campagne d’Artois."),
        (Influenced(2, 24, 0), "fr", "Une armée de la Noblesse convertit un jeton des Catholiques à"
         " AIX-LA-CHAPELLE."),
        (Influenced(2, 0, 0), "nl", "Een leger van de Adel bekeert een stuk van de Katholieken op"
         " het platteland van Luik."),
        (OWN, "en", "The siege of AACHEN by the Catholics ends: 1 own token kept and 2"
         " tokens converted."),
        (CityTaken(5, 0, 0, 0, 0, 0), "en", "The siege of AACHEN by the Water Beggars ends."),
        (CityCardMoved(0, 0, 3), "fr", "La carte d’AIX-LA-CHAPELLE passe des Catholiques aux"
         " Bourgeois."),
        (CityCardMoved(0, -1, 3), "it", "La carta di AQUISGRANA va ai Borghesi."),
        (CityCardMoved(0, 2, -1), "nl", "De kaart van AKEN was van de Adel; niemand heeft haar"
         " nu."),
        (StoodOff(3, (0, 1)), "it", "In Olanda gli eserciti dei Cattolici e degli Asburgo si"
         " tengono a distanza."),
        (StoodOff(10, (0, 1)), "nl", "In het Noorden staan legers van de Katholieken en de"
         " Habsburgers in patstelling."),
        (Influenced(2, 4, 0), "it", "Un esercito della Nobiltà converte una pedina dei Cattolici"
         " nella campagna delle Fiandre."),
        (ProvinceCardMoved(11, -1, 3), "fr", "La carte de la province de la Généralité va aux"
         " Bourgeois."),
        (PointsCounted(0, 0, 50, 600, 650), "en", "Catholics: 6½ points (provinces ½ and own aim"
         " 6)."),
        (PointsCounted(0, 0, 0, 0, 0), "nl", "Katholieken: geen punten."),
        (UnitsCounted(0, 7, 0, 0, 1, 2, 0), "en", "The Catholics receive 7 new units (towns 1 and"
         " countryside 2; at least 7, if the stock allows)."),
        (UnitsCounted(2, 1, 0, 0, 0, 0, 0), "it", "La fazione della Nobiltà riceve 1 nuova unità"
         " (almeno 7, se la scorta basta)."),
        (SurplusReturned(5, 3, 1), "en", "1 surplus neutral token in Holland goes back to the"
         " stock."),
    ],
)  # fmt: skip
def test_names_are_said_in_the_forms_of_a_language(
    event: Event, language: str, expected: str
) -> None:
    assert GAME.speaker(language).say(event.text()) == expected


def test_a_map_names_a_place_as_the_language_does_and_as_it_is_printed() -> None:
    dutch = GAME.speaker("nl")
    assert with_print(dutch, PROVINCES.title(4), "Flanders") == "Vlaanderen (Flanders)"
    assert with_print(dutch, PROVINCES.title(3), "Holland") == "Holland"
    assert dutch.word(printed("river", "Rhine")) == "Rijn"
    assert dutch.word(printed("town", "Mons")) == "Bergen"
    assert dutch.word(printed("town", "Harlingen")) == "Harlingen"
