"""What a table page with a board requests besides its state: orders, overlays, style, fonts."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from markupsafe import escape

from chancery.core import BadOption, Game
from chancery.core.words import TF, SeatName, Speaker, Spot, T, Word
from chancery.games import find
from chancery.games.friedrich.board.atlas import CITY_IDS
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.board.pieces import NATION_OF, PIECE_NAMES
from chancery.games.friedrich.rules.state import Friedrich
from chancery.page.html_speaker import HtmlSpeaker
from chancery.web.identity.models import Visitor
from chancery.web.tables.models import Table
from tests.games.friedrich.positions import GAME, position
from tests.web.people import Person, problem, sitting_of, table_from

pytestmark = pytest.mark.django_db

FREDERICK, ELISABETH, THERESA, POMPADOUR = range(4)
EVIL = "<img src=x onerror=alert(1)>\"&'{0}"
OVERLAYS = "spauc"
STRANGE = (
    "", " ", "0", "-1", "1", "3", "99", "9" * 5000, "²", "٣", "null", "None", "true", "1e3", "\x00",
    "\ud83d", "<b>", "'; DROP TABLE", "../..", "%", "piece:", "piece:friedrich", "unit:friedrich:9",
    "unit:" + "9" * 190, "s", "S", "ss", "\u202e",
)  # fmt: skip


# -- tables ------------------------------------------------------------------------------------


def battlefield() -> Friedrich:
    """Return a position where Prussia moves: Friedrich leads three, with enemies near."""
    hands = {"prussia": ["2s.1", "10h.1"], "austria": ["13c.1", "9d.1"], "russia": ["7h.1"]}
    at = {
        "friedrich": "breslau", "winterfeldt": "breslau", "keith": "breslau",
        "prussia-train-1": "liegnitz", "daun": "neisse", "lacy": "neisse",
        "austria-train-1": "frankenstein", "saltikov": "poznan", "soubise": "kassel",
        "ferdinand": "celle", "schwerin": "glogau", "laudon": "olmuetz",
    }  # fmt: skip
    troops = {"friedrich": 15, "schwerin": 5, "daun": 9, "laudon": 4, "saltikov": 5}
    return position(stage="prussia", at=at, troops=troops, hands=hands)


def somebody() -> tuple[Person, Visitor]:
    person = Person()
    person.post("/language", {"language": "en", "back": "/"})
    return person, Visitor.objects.latest("pk")


@pytest.fixture
def frederick() -> tuple[Person, Table]:
    """Let a person play Frederick at a new table."""
    person, owner = somebody()
    return person, table_from(battlefield(), FREDERICK, owner)


def asked(person: Person, table: Table, part: str, **query: object) -> Any:
    """Return the response to a script of the page."""
    answer = person.ask(f"/t/{table.slug}/{part}?{urlencode(query)}")
    assert answer.status_code == 200, answer.content
    return answer.json()[part]


def orders(person: Person, table: Table, key: str, **query: object) -> Any:
    return asked(person, table, "orders", **{"from": key}, **query)


def overlay(person: Person, table: Table, name: str, **query: object) -> Any:
    return asked(person, table, "overlay", name=name, **query)


def ids_of(markup: str) -> list[str]:
    return re.findall(r'\sid="([^"]*)"', markup)


# -- orders ------------------------------------------------------------------------------------


def test_offered_orders_can_be_sent(frederick: tuple[Person, Table]) -> None:
    person, table = frederick
    found = orders(person, table, "piece:friedrich", seat=FREDERICK)
    assert found == orders(person, table, "piece:friedrich")  # the person's only seat
    assert found["title"] == "Choose a destination for Friedrich, Winterfeldt and Keith."
    who, *_ = found["variants"]
    assert who["title"] == "On the march"
    assert [one["chosen"] for one in who["options"]] == [True] + [False] * 6
    (order,) = [one for one in found["orders"] if one["target"] == "city:ohlau"]
    assert order["label"] == "Ohlau, 1 city away"
    assert len(order["way"]) == 2
    answer = person.act(table, FREDERICK, *order["actions"])
    assert answer.status_code == 200, answer.content
    state = sitting_of(table).state
    assert [CITY_IDS[state.at[PIECE_NAMES.index(n)]] for n in ("friedrich", "keith")] == [
        "ohlau"
    ] * 2
    assert orders(person, table, "piece:friedrich") is None  # the piece has marched


def test_offered_variants_can_be_requested(frederick: tuple[Person, Table]) -> None:
    person, table = frederick
    found = orders(person, table, "piece:friedrich")
    key = next(o["key"] for o in found["variants"][0]["options"] if o["label"] == "Keith")
    alone = orders(person, table, key)
    shares = alone["variants"][1]
    assert shares["title"] == "With how many troops"
    assert [one["label"] for one in shares["options"]] == [f"{n} troops" for n in range(2, 9)][
        :0
    ] + ["1 troop" if n == 1 else f"{n} troops" for n in range(1, 9)]
    five = next(o["key"] for o in shares["options"] if o["label"] == "5 troops")
    order = orders(person, table, five)["orders"][0]
    assert order["actions"][:2] == ["march keith", "take 5"]
    assert person.act(table, FREDERICK, *order["actions"]).status_code == 200
    assert sitting_of(table).state.troops[PIECE_NAMES.index("keith")] == 5


def test_orders_for_other_seats_are_refused(frederick: tuple[Person, Table]) -> None:
    """Another's seat is refused as everywhere; one's own view has no orders for others' pieces."""
    person, table = frederick
    stranger = Person()
    for who in (person, stranger):
        for part in ("orders?from=piece:daun&", "overlay?name=s&", "state?"):
            for seat in (THERESA, 17) if who is person else (FREDERICK, THERESA):
                answer = who.ask(f"/t/{table.slug}/{part}seat={seat}")
                assert answer.status_code in (403, 409), answer.content
                assert problem(answer) == "That is not your seat."
    for piece, name in enumerate(PIECE_NAMES):
        found = orders(person, table, f"piece:{name}")
        here = sitting_of(table).state.at[piece] >= 0
        assert (found is not None) == (here and NATION_NAMES[NATION_OF[piece]] == "prussia")
        assert orders(stranger, table, f"piece:{name}") is None
        assert orders(stranger, table, f"piece:{name}", seat="null") is None


def test_seats_that_are_not_asked_have_no_orders() -> None:
    person, owner = somebody()
    table = table_from(battlefield(), THERESA, owner)
    assert orders(person, table, "piece:daun") is None
    assert orders(person, table, "piece:friedrich") is None


@pytest.mark.parametrize("seated", [True, False], ids=["player", "spectator"])
def test_malformed_requests_never_cause_an_error(
    frederick: tuple[Person, Table], seated: bool
) -> None:
    person, table = frederick
    person = person if seated else Person()
    for text in STRANGE:
        for query in (
            {"from": text},
            {"from": f"unit:winterfeldt:{text}"},
            {"from": "piece:friedrich", "seat": text},
        ):
            sent = urlencode(query, errors="replace")
            answer = person.ask(f"/t/{table.slug}/orders?{sent}")
            assert answer.status_code < 500, (query, answer.content)
            assert answer.status_code != 200 or set(answer.json()) == {"orders"}
        for query in ({"name": text}, {"name": "c", "since": text}, {"name": "s", "seat": text}):
            sent = urlencode(query, errors="replace")
            answer = person.ask(f"/t/{table.slug}/overlay?{sent}")
            assert answer.status_code < 500, (query, answer.content)
            assert answer.status_code != 200 or set(answer.json()) == {"overlay"}
            if "since" not in query and "seat" not in query and text not in OVERLAYS:
                assert answer.json() == {"overlay": None}
    for part in ("orders", "overlay"):
        assert person.ask(f"/t/{table.slug}/{part}").json() == {part: None}
        assert person.ask(f"/t/nowhere/{part}").status_code == 404
        assert person.send(table, part, {}).status_code == 405


def test_a_malformed_query_is_a_bad_request(frederick: tuple[Person, Table]) -> None:
    person, table = frederick
    for part in ("orders?from=%ff%fe", "orders?from=%00", "overlay?name=%ed%a0%80&since=%ff"):
        assert person.ask(f"/t/{table.slug}/{part}").status_code < 500


# -- overlays ----------------------------------------------------------------------------------


def test_overlays_for_a_player_and_for_a_spectator(frederick: tuple[Person, Table]) -> None:
    person, table = frederick
    for reader in (person, Person()):
        for name in "spa":
            drawn = overlay(reader, table, name)
            root = ElementTree.fromstring(drawn)
            assert root.attrib["viewBox"] in person.page(table)
            assert len(root) > 0
        for name in ("u", "c", "x", "", "S"):
            assert overlay(reader, table, name) is None
    assert overlay(person, table, "s") == overlay(person, table, "s", seat=FREDERICK)


def lines(reader: Person, table: Table) -> int:
    """Return how many lines a reader has read."""
    log = reader.state(table)["parts"]["log"]
    return max(map(int, re.findall(r'<li value="(\d+)"', log)), default=0)


def done(person: Person, table: Table, *actions: str) -> None:
    """Play several actions of Frederick."""
    for action in actions:
        answer = person.act(table, FREDERICK, action)
        assert answer.status_code == 200, (action, answer.content)


def test_changes_since_a_visit(frederick: tuple[Person, Table]) -> None:
    """What a reader has read is counted in lines of the log, as this reader sees them."""
    person, table = frederick
    readers = (person, Person())
    counts: dict[Person, list[int]] = {reader: [] for reader in readers}
    for turn in (
        ("troops 2", "pay 10h.1", "pay 2s.1", "feed schwerin 2"),
        ("march prussia-train-1", "to haynau", "stop"),
        ("march keith", "take 5", "to ohlau", "stop"),
    ):
        done(person, table, *turn)
        for reader in readers:
            counts[reader].append(lines(reader, table))
    assert counts[readers[0]] != counts[readers[1]]  # who received only Frederick's lines
    for reader in readers:
        assert overlay(reader, table, "c") is None
        drawn = [overlay(reader, table, "c", since=since) for since in counts[reader]]
        assert [text.count("fr-went") for text in drawn] == [2, 1, 0]
        assert "fr-n-prussia" in drawn[0]
        assert overlay(reader, table, "c", since=10**8) == drawn[-1]
        for nonsense in ("-1", "x", "", "1.5", "9" * 12):
            assert overlay(reader, table, "c", since=nonsense) is None


def test_changes_leave_out_undone_actions(frederick: tuple[Person, Table]) -> None:
    person, table = frederick
    done(person, table, "march prussia-train-1", "to haynau", "stop")
    before = lines(person, table)
    done(person, table, "march keith", "take 5", "to ohlau")
    assert overlay(person, table, "c", since=before).count("fr-went") == 1
    undo = person.state(table)["undo"]
    assert person.send(table, "undo", {"seat": "0", "question": undo}).status_code == 200
    assert overlay(person, table, "c", since=before).count("fr-went") == 0
    assert lines(person, table) > before  # the log keeps it, crossed out
    assert overlay(person, table, "c", since=lines(person, table)).count("fr-went") == 0


def test_an_incomplete_choice_is_cancelled_by_one_button(frederick: tuple[Person, Table]) -> None:
    person, table = frederick
    assert 'id="cancel"' not in person.state(table)["parts"]["question"]
    done(person, table, "march keith")
    assert 'id="cancel"' not in person.state(table)["parts"]["question"]  # undo does the same
    before = Person().state(table, None)
    done(person, table, "take 5")
    state = person.state(table)
    assert 'id="cancel"' in state["parts"]["question"]
    assert 'id="cancel"' not in Person().state(table, None)["parts"]["question"]
    wish = {"seat": "0", "question": state["undo"], "whole": True}
    for _ in range(2):  # the second request changes nothing
        assert person.send(table, "undo", wish).status_code == 200
    assert 'data-act="march keith"' in person.state(table)["parts"]["question"]
    assert Person().state(table, None) == before
    assert person.send(table, "undo", {**wish, "question": "99"}).status_code == 422


# -- secrets -----------------------------------------------------------------------------------


def test_twin_tables_get_equal_responses() -> None:
    """Neither orders nor overlays depend on what others hold."""
    person, owner = somebody()
    state = battlefield()
    for seat in (FREDERICK, THERESA):
        view = state.view(seat)
        twins = [GAME.sample(view, str(n)) for n in range(12)]
        one = twins[0]
        two = next(t for t in twins if t.hands != one.hands and t.troops != one.troops)
        tables = [table_from(twin, seat, owner) for twin in (one, two)]
        asking = [f"overlay?name={name}&since={n}" for name in OVERLAYS for n in ("", 0, 1)]
        asking += [f"orders?from=piece:{name}" for name in PIECE_NAMES]
        for reader in (person, Person()):
            for path in asking:
                first, second = (reader.ask(f"/t/{t.slug}/{path}").content for t in tables)
                assert first == second, path


def test_no_response_reveals_other_seats(frederick: tuple[Person, Table]) -> None:
    person, table = frederick
    spectator = Person()
    paths = [f"overlay?name={name}&since=0" for name in OVERLAYS]
    paths += [f"orders?from=piece:{name}" for name in PIECE_NAMES]
    for reader, hidden in (
        (person, ("13c.1", "9d.1", "7h.1")),
        (spectator, ("2s.1", "10h.1", "13c.1", "9d.1", "7h.1")),
    ):
        text = "".join(reader.ask(f"/t/{table.slug}/{path}").content.decode() for path in paths)
        text += reader.page(table) + json.dumps(reader.state(table))
        for secret in (*hidden, "the same chance"):
            assert secret not in text
        assert ("card:2s.1" in text) == (reader is person)


# -- style and fonts ---------------------------------------------------------------------------


def test_a_game_introduces_itself_by_a_picture() -> None:
    """The front page shows it, at its own address; it is not compressed a second time."""
    person = Person()
    front = person.get("/").content.decode()
    for name in ("friedrich", "revolution", "spada"):
        assert f'src="/cover/{name}.webp"' in front
        found = person.get(f"/cover/{name}.webp", **{"accept-encoding": "gzip"})
        assert found["Content-Type"] == "image/webp"
        assert "Content-Encoding" not in found
        assert found.content[:4] == b"RIFF"
        assert len(found.content) < 200_000
    assert person.get("/cover/chess.webp").status_code == 404


@pytest.mark.parametrize("language", ["en", "it", "nl", "fr"])
def test_the_front_page_says_what_each_game_is(language: str) -> None:
    """It shows a sentence, the number of players, the duration and the weight."""
    page = " ".join(unescape(Person(language).get("/").content.decode()).split())
    for name in ("friedrich", "revolution", "spada"):
        game = find(name)
        known, speaker = game.face.introduction, game.speaker(language)
        assert known is not None
        assert " ".join(speaker.say(known.sentence).split()) in page
        assert speaker.say(known.weight) in page
        seats = set(_seats(game))
        assert (min(seats), max(seats)) == known.players


def _seats(game: Game[Any, Any]) -> Iterator[int]:
    """Return the numbers of seats, for any two options chosen."""
    for one, other in itertools.combinations(game.options, 2):
        for here, there in itertools.product(one.values, other.values):
            with contextlib.suppress(BadOption):
                yield len(game.start({one.name: here, other.name: there}).seats)


def test_the_style_sheet_and_its_fonts_are_served() -> None:
    person = Person()
    sheet = person.get("/style/friedrich.css")
    assert sheet.status_code == 200
    assert sheet["Content-Type"] == "text/css; charset=utf-8"
    names = re.findall(r"url\(([^)]*)\)", sheet.content.decode())
    assert len(names) == 2
    for name in names:
        font = person.get(f"/style/{name}")
        assert font.status_code == 200
        assert font["Content-Type"] == "font/ttf"
        assert int(re.search(r"max-age=(\d+)", font["Cache-Control"])[1]) >= 30 * 24 * 3600
        assert "public" in font["Cache-Control"]
        assert font.content[:4] in (b"\x00\x01\x00\x00", b"OTTO", b"true")


@pytest.mark.parametrize(
    "path",
    [
        "friedrich/none.ttf", "friedrich/map-italic.ttf2", "friedrich/..%2fdrawing.css",
        "friedrich/../drawing.css", "friedrich/drawing.css", "spada/map-italic.ttf",
        "nothing/map-italic.ttf", "nothing.css", "friedrich/", "friedrich/%00", "friedrich/%2e%2e",
    ],
)  # fmt: skip
def test_no_other_files_are_served(path: str) -> None:
    assert Person().get(f"/style/{path}").status_code == 404


# -- the page ----------------------------------------------------------------------------------


def test_the_page_has_a_board(frederick: tuple[Person, Table]) -> None:
    person, table = frederick
    page = person.page(table)
    assert page.count('data-target="city:') == 672
    assert '<link rel="stylesheet" href="/style/friedrich.css">' in page
    assert re.findall(r'data-overlay="(\w)"', page) == list(OVERLAYS)
    for panel in ("nations", "fate"):
        assert f'data-panel="{panel}"' in page
    assert 'id="hand-prussia"' in page
    for place in ("ground", "part-live", "part-way", "part-overlay", "part-panels", "orders",
                  "rules", "find", "tools"):  # fmt: skip
        assert f'id="{place}"' in page
    scripts = re.findall(r'<script src="/static/[0-9a-f]+/(\S+)" defer>', page)
    assert scripts == ["web/table_page.js"]
    body = page.partition('<script id="state"')[0]
    assert len(ids_of(body)) == len(set(ids_of(body))), "an id is used twice"
    assert 'data-act="march friedrich" data-for="piece:friedrich" data-begins' in page
    assert "style=" not in body
    spectator = Person().page(table)
    assert 'data-panel="hand-prussia"' not in spectator
    assert 'data-panel="nations"' in spectator
    replay = person.get(f"/t/{table.slug}/replay/0").content.decode()
    assert replay.count('data-target="city:') == 672
    assert 'data-panel="nations"' in replay
    assert len(ids_of(replay)) == len(set(ids_of(replay)))


def test_other_games_have_no_panels_or_overlays() -> None:
    person = Person()
    table = person.play_now("spada")
    page = person.page(table)
    assert "data-overlay" not in page
    assert 'id="part-panels"' not in page
    assert orders(person, table, "piece:friedrich") is None
    assert overlay(person, table, "s") is None
    front = person.get("/").content.decode()
    assert len(ids_of(front)) == len(set(ids_of(front)))


def test_names_in_log_prompt_and_position_can_be_lit(frederick: tuple[Person, Table]) -> None:
    person, table = frederick
    done(person, table, "march keith", "take 5", "to ohlau", "stop")
    done(person, table, "march friedrich", "with winterfeldt", "to strehlen")
    parts = person.state(table)["parts"]
    page = person.page(table)
    places = set(re.findall(r'data-target="([^"]*)"', page))
    for part, wanted in (
        ("log", {"piece:keith", "city:ohlau", "piece:friedrich", "city:strehlen"}),
        ("question", {"piece:friedrich", "city:strehlen"}),
        ("position", {"piece:friedrich", "piece:daun", "city:neisse"}),
    ):
        lit = set(re.findall(r'<span class="name" data-light="([^"]*)">[^<>]+</span>', parts[part]))
        assert wanted <= lit, part
        assert lit <= places | {f"piece:{name}" for name in PIECE_NAMES}
        assert "&lt;span" not in parts[part]
        assert parts[part] in page
    assert ">Ohlau</span>" in parts["log"]


def test_names_of_people_are_escaped() -> None:
    person, owner = somebody()
    table = table_from(battlefield(), FREDERICK, owner, names=EVIL)
    done(person, table, "march keith", "take 5", "to ohlau", "stop")
    for path in ("", "/replay/0", "/replay/99"):
        page = person.get(f"/t/{table.slug}{path}").content.decode()
        assert "<img" not in page
    state = person.state(table)
    for part in state["parts"].values():
        assert "<img" not in part
    assert EVIL in unescape(state["parts"]["seats"])
    found = orders(person, table, "piece:friedrich")
    assert "<" not in json.dumps(found)


def test_all_texts_are_escaped() -> None:
    """Templates, sentences and place names are escaped; braces in a name have no meaning."""
    plain = GAME.speaker("en", (EVIL, "", "", ""), GAME.seats(GAME.complete_options({})))
    teller = HtmlSpeaker(plain, [None] * 4)
    said = teller.say(T("{a} & <i> {b}", a=EVIL, b=Spot('city:"><b>', EVIL)))
    assert "<img" not in said
    assert "<i>" not in said
    assert "<b>" not in said
    assert re.sub(r"<span [^<>]*>|</span>", "", said).count("<") == 0
    assert unescape(re.sub(r"<[^>]*>", "", said)) == f"{EVIL} & <i> {EVIL}"


def test_names_in_forms_are_marked_and_escaped_once() -> None:
    """A name with a form of its own is linked with its article, another one without."""
    army = TF("<b>", "the", the="the <b>")
    teller = HtmlSpeaker(Speaker("en", (EVIL, army)), ["piece:a", "piece:b"])
    places: dict[str, Word] = {"x": Spot("city:x", army), "y": Spot("city:y", EVIL)}
    text = T("{x:The} & {y:of}, {s:of}, {t:The}.", s=SeatName(0), t=SeatName(1), **places)
    said = teller.say(text)
    lit = '<span class="name" data-light="{}">{}</span>'
    assert said == (
        lit.format("city:x", "The &lt;b&gt;") + " &amp; of " + lit.format("city:y", escape(EVIL))
        + ", of " + lit.format("piece:a", escape(EVIL)) + ", "
        + lit.format("piece:b", "The &lt;b&gt;") + "."
    )  # fmt: skip
