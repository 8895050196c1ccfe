"""Cards of tables: thumbnail and state, as a seat or a spectator may see them."""

from __future__ import annotations

import gzip
import random
import re
from xml.etree import ElementTree

import pytest

from chancery import games
from chancery.core import SeatName
from chancery.core.frame import Frame
from chancery.page.thumbnails import thumbnail
from chancery.table import Sitting
from chancery.web.base import long_work
from chancery.web.base.refusals import Busy
from chancery.web.identity.models import Visitor
from chancery.web.play import grounds, table_cards
from chancery.web.tables import sittings
from chancery.web.tables.models import Table
from chancery.web.tables.places import place_of
from tests.web.people import Person, legal, run_bots, seat_asked, sitting_of, table_at, table_from
from tests.web.test_secrecy import GAME, SEAT, position, step

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"


def small(person: Person, table: Table) -> str:
    answer = person.get(f"/t/{table.slug}/small.svg")
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def words(person: Person, table: Table) -> str:
    answer = person.ask(f"/t/{table.slug}/card")
    assert answer.status_code == 200, answer.content
    return str(answer.json()["words"])


def text(markup: str) -> str:
    """Return the text of a page part."""
    return " ".join(re.sub(r"<[^>]+>", " ", markup).split())


def timeless(markup: str) -> str:
    """Remove the times of events."""
    return re.sub(r"<time.*?</time>", "", markup, flags=re.DOTALL)


# -- the pictures stand for themselves ----------------------------------------------------------


def pictures(name: str) -> tuple[str, str]:
    """Return ground and pieces of a thumbnail after some moves."""
    game = games.find(name)
    sitting = Sitting(game, game.complete_options({}), "a small board")
    for _ in range(30):
        seat = sitting.state.asked[0].seat
        sitting.act(seat, sitting.state.legal(seat)[0])
    board = grounds.small(sitting.start.frame)
    assert board is not None
    drawn = table_cards._draw(sitting, None)
    assert drawn is not None
    return board.ground, drawn


@pytest.mark.parametrize("name", games.names())
def test_a_thumbnail_is_self_contained(name: str) -> None:
    """It contains its style and signs, loads nothing, and is small."""
    for picture, most in zip(pictures(name), (45_000, 14_000), strict=True):
        root = ElementTree.fromstring(picture)
        assert root.find(f"{SVG}style") is not None
        named = {part.get("id") for part in root.iter()}
        used = {part.get("href", "").removeprefix("#") for part in root.iter(f"{SVG}use")}
        assert used
        assert used <= named
        assert set(re.findall(r"url\(#([^)]+)\)", picture)) <= named
        assert not re.search(r"@font-face|@import|url\((?!#)|<image|<script| on\w+=", picture)
        assert len(gzip.compress(picture.encode())) < most


@pytest.mark.parametrize("name", games.names())
def test_a_thumbnail_has_no_text(name: str) -> None:
    """No text: it is the same in every language, and nothing can be read from it."""
    for picture in pictures(name):
        root = ElementTree.fromstring(picture)
        for style in root.findall(f"{SVG}style"):
            root.remove(style)
        assert "".join(root.itertext()).strip() == ""
        said = {name for part in root.iter() for name in part.attrib}
        assert not said & {"data-target", "aria-label", "aria-hidden", "role", "tabindex"}


def test_a_thumbnail_defines_only_the_symbols_it_uses() -> None:
    ground = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><defs><g id="a">'
        '<use href="#b"/></g><path id="b" d="M0"/><path id="c" d="M1"/></defs></svg>'
    )
    board = thumbnail(ground, "/* a remark */ .x { fill: red; }")
    live = board.live('<svg viewBox="0 0 1 1"><title>A</title><use href="#a"/></svg>')
    assert live == (
        '<svg viewBox="0 0 1 1" data-detail="0"><style> .x { fill: red; }</style>'
        '<defs><g id="a"><use href="#b" /></g><path id="b" d="M0" /></defs><use href="#a"/></svg>'
    )


# -- who sees what -----------------------------------------------------------------------------


@pytest.mark.parametrize("length", [4, 31, 62, 93])
def test_cards_of_twin_tables_look_the_same(length: int) -> None:
    """For a seat and a spectator, whatever others do in secret."""
    twins = [GAME.sample(position(length).view(SEAT), str(n)) for n in range(8)]
    one = twins[0]
    two = next(twin for twin in twins if twin.plain()["hands"] != one.plain()["hands"])
    person, spectator = Person(), Person()
    person.post("/language", {"language": "en", "back": "/"})
    tables = [table_from(twin, SEAT, Visitor.objects.get()) for twin in (one, two)]
    dice = random.Random(length)
    for _ in range(5):
        for reader in (person, spectator):
            assert len({small(reader, table) for table in tables}) == 1
            assert len({timeless(words(reader, table)) for table in tables}) == 1
            versions = [reader.ask(f"/t/{t.slug}/card").json()["version"] for t in tables]
            assert versions[0] == versions[1]
        if not step(tables, dice):
            break


def test_an_incomplete_choice_is_on_the_card_of_its_seat_only() -> None:
    """Neither board nor words nor times betray that another seat has begun to choose."""
    host, other, spectator = Person(), Person(), Person()
    table = host.open("me", "open", "bot:random", options={"counsellor": "yellow"})
    other.sit(table, 1)
    assert seat_asked(table) == 0

    def seen(reader: Person) -> tuple[bytes, ...]:
        return tuple(
            reader.get(f"/t/{table.slug}/{what}").content for what in ("small.svg", "card")
        )

    before = {reader: seen(reader) for reader in (other, spectator)}
    part = next(action for action in legal(table, 0) if action.startswith("add"))
    assert host.act(table, 0, part).status_code == 200
    assert {reader: seen(reader) for reader in (other, spectator)} == before


def test_a_card_shows_the_question_and_the_actors() -> None:
    host, other, spectator = Person(), Person("it"), Person()
    table = host.open("me", "open", "bot:random", names="Anna", options={"counsellor": "yellow"})
    other.sit(table, 1, name="Bruno")
    sitting = sitting_of(table)
    prompt = sitting.game.speaker("en", ["Anna", "Bruno", ""], sitting.seats).say(
        sitting.game.face.prompt(sitting.state.view(0), sitting.state.question(0))
    )
    assert prompt in text(words(host, table)).replace("&#x27;", "'")
    assert "Anna" in text(words(other, table))
    assert 'class="waits"' in words(other, table)
    # at tables of others it is not disclosed whose turn it is, but what happened is
    assert 'class="waits"' not in words(spectator, table)
    host.act(table, 0, *bid(table))
    story = next(sitting_of(table).latest_events(None)).event
    assert 'class="last"' in words(spectator, table)
    assert SeatName(0) in dict(story.text().places).values()
    assert "Anna" in text(words(spectator, table))


def bid(table: Table) -> list[str]:
    """Make an offer from the first step to the last."""
    sitting = sitting_of(table).fork()
    done: list[str] = []
    while sitting.state.question(0) is not None:
        action = next(
            (a for a in sitting.state.legal(0) if a.text.startswith("add") and len(done) < 1),
            sitting.state.legal(0)[-1],
        )
        sitting.act(0, action)
        done.append(action.text)
    return done


def test_the_deal_is_hidden_before_the_start() -> None:
    host = Person()
    form = {"wait": "on", "option-players": "3", "seat-0": "me", "seat-1": "open", "seat-2": "open"}
    table = table_at(host.post("/new/spada", form))
    assert host.get(f"/t/{table.slug}/small.svg").status_code == 404
    assert text(words(host, table)) == ""
    page = host.get("/tables").content.decode()
    assert "/ground/spada.svg" in page
    assert "small.svg" not in page


def test_somebody_with_several_seats_sees_what_a_spectator_sees() -> None:
    host = Person()
    table = host.open("me", "here", "bot:random")
    assert small(host, table) == small(Person(), table)
    alone = host.open("me", "bot:random", "bot:random")
    assert table_cards.thumbnail(place_of(alone.slug, Visitor.objects.get(), "en")) == small(
        host, alone
    )


# -- how they travel ---------------------------------------------------------------------------


def test_a_thumbnail_is_private_and_revalidated() -> None:
    guest = Person()
    table = guest.play_now()
    run_bots()
    answer = guest.get(f"/t/{table.slug}/small.svg")
    assert answer["Cache-Control"] == "private, no-cache"
    assert answer["Content-Type"] == "image/svg+xml"
    assert "style-src 'unsafe-inline'" in answer["Content-Security-Policy"]
    assert "script-src" not in answer["Content-Security-Policy"]
    same = guest.get(f"/t/{table.slug}/small.svg", **{"if-none-match": answer["ETag"]})
    assert same.status_code == 304
    assert not same.content
    while seat_asked(table) == 0:
        assert guest.act(table, 0, legal(table, 0)[-1]).status_code == 200
    run_bots()
    anew = guest.get(f"/t/{table.slug}/small.svg", **{"if-none-match": answer["ETag"]})
    assert anew.status_code == 200
    assert anew.content != answer.content
    packed = guest.get(f"/t/{table.slug}/small.svg", **{"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"


def test_a_board_is_drawn_once_for_each_moment_and_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Person()
    table = guest.play_now()
    drawn = []
    draw = table_cards._draw

    def counted(sitting: Sitting, seat: int | None) -> str | None:
        drawn.append(seat)
        return draw(sitting, seat)

    monkeypatch.setattr(table_cards, "_draw", counted)
    for _ in range(3):
        for reader in (guest, Person(), Person("it")):
            small(reader, table)
    assert drawn == [0, None]
    sittings.forget()  # the game is not loaded again
    monkeypatch.setattr(sittings, "load", None)
    small(guest, table)


def test_a_long_log_is_drawn_in_the_heavy_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list reads no log, and a card no long one in a thread that answers pages."""
    guest = Person()
    table = guest.play_now()
    Table.objects.filter(pk=table.pk).update(length=long_work.LONG + 1)
    monkeypatch.setattr(long_work._thread, "light", True, raising=False)
    sittings.forget()
    assert guest.get("/tables").status_code == 200
    for path in ("small.svg", "card"):
        answer = guest.get(f"/t/{table.slug}/{path}")
        assert answer.status_code == 503
        assert answer.elsewhere  # repeated in the other pool
    with pytest.raises(Busy):
        _ = place_of(table.slug, None, "en").sitting


@pytest.mark.parametrize("name", games.names())
def test_tables_with_the_same_options_share_their_ground(name: str) -> None:
    guest = Person()
    tables = [guest.play_now(name) for _ in range(2)]
    page = guest.get("/tables").content.decode().replace("&amp;", "&")
    matches = re.findall(rf'src="(/ground/{name}\.svg[^"]*)"', page)
    assert len(matches) == 2
    assert len(set(matches)) == 1
    answer = guest.get(matches[0])
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "public, max-age=86400"
    frame = sitting_of(tables[0]).start.frame
    board = grounds.small(frame)
    assert board is not None
    assert answer.content.decode() == board.ground


def test_a_table_with_a_data_file_of_its_own_has_its_own_ground() -> None:
    guest = Person()
    game = games.find("revolution")
    shipped = game.shipped_data()
    assert shipped
    table = guest.play_now("revolution")
    own = f"# corrected\n{shipped}"
    Table.objects.filter(pk=table.pk).update(data=own)
    sittings.forget()
    page = guest.get("/tables").content.decode()
    assert f'src="/t/{table.slug}/ground.svg"' in page
    answer = guest.get(f"/t/{table.slug}/ground.svg")
    assert answer.status_code == 200
    assert answer["Cache-Control"].startswith("private")
    start = sitting_of(table).start.frame
    assert start == Frame("revolution", game.rules, start.options, own, start.seats)


@pytest.mark.parametrize(
    "path",
    [
        "/ground/chess.svg", "/ground/spada.svg?rules=0", "/ground/spada.svg?rules=99999",
        "/ground/spada.svg?rules=x", "/t/nowhere/small.svg", "/t/nowhere/ground.svg",
        "/t/nowhere/card",
    ],
)  # fmt: skip
def test_thumbnails_that_do_not_exist(path: str) -> None:
    assert Person().get(path).status_code == 404


def test_a_ground_with_unknown_options() -> None:
    assert Person().get("/ground/spada.svg?players=9").status_code == 422


def test_a_game_without_a_picture_has_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Person()
    table = guest.play_now()
    monkeypatch.setattr(type(GAME.face), "style", None)
    monkeypatch.setattr(grounds, "small", lambda frame: None)
    table_cards._drawn.clear()
    own, _, _ = guest.get("/tables").content.decode().partition('id="list-open"')
    assert table.slug in own
    assert "small-board" not in own
    assert guest.get(f"/t/{table.slug}/small.svg").status_code == 404
    assert text(words(guest, table))


# -- before the start --------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.names())
def test_a_new_game_has_a_thumbnail(name: str) -> None:
    """It shows pieces, is the same for everybody, and contains no text."""
    answer = Person().get(f"/opening/{name}.svg")
    assert answer.status_code == 200, answer.content
    root = ElementTree.fromstring(answer.content)
    assert [*root.iter(f"{SVG}use")]
    assert not [*root.iter(f"{SVG}text")]
    assert "public" in answer.headers["Cache-Control"]
    assert Person().get(f"/opening/{name}.svg").content == answer.content
    for wrong in ("?rules=99", "?rules=x"):
        assert Person().get(f"/opening/{name}.svg{wrong}").status_code == 404


def test_options_change_the_thumbnail_of_a_new_game() -> None:
    usual, west = (Person().get(f"/opening/friedrich.svg{q}").content for q in ("", "?game=west"))
    assert usual != west


def test_a_table_that_waits_shows_a_new_game_unless_it_begins_elsewhere() -> None:
    host = Person()
    form = {"seat-0": "me", "seat-1": "open", "seat-2": "open", "wait": "on", "public": "on"}
    table = table_at(host.post("/new/spada", form))
    lobby = host.get("/tables").content.decode()
    assert "/opening/spada.svg" in lobby.partition("Not started yet")[2].partition("</section>")[0]
    Table.objects.filter(pk=table.pk).update(imported=True)
    lobby = host.get("/tables").content.decode()
    assert "/opening/" not in lobby.partition("Not started yet")[2].partition("</section>")[0]
