"""Statistics of a profile, compared with results counted by hand."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from chancery.web.identity.models import Visitor
from chancery.web.tables.models import Table
from tests.web.people import Person
from tests.web.test_profiles import member, read, text_of
from tests.web.test_ratings import account, ended

pytestmark = pytest.mark.django_db
FACTS = re.compile("<dt>(.*?)</dt><dd>(.*?)</dd>")


def articles(page: str) -> dict[str, str]:
    """Return the statistics of each game, by its title."""
    matches = re.findall(
        '<article class="part statistics"><h3>(.*?)</h3>(.*?)</article>', page, re.S
    )
    return dict(matches)


def facts(part: str) -> dict[str, str]:
    return dict(FACTS.findall(part))


def seats(part: str) -> list[list[str]]:
    body = re.search("<tbody>(.*?)</tbody>", part, re.S)[1]
    rows = re.findall("<tr>(.*?)</tr>", body, re.S)
    return [
        [text_of(cell) for cell in re.findall("<t[dh].*?</t[dh]>", row) if "svg" not in cell]
        for row in rows
    ]


def test_statistics_match_a_hand_count() -> None:
    """Eight games of Anna: W W 2 W W W 3 W, with one that she left though its bot won."""
    ended("Anna", "Bruno", "Clara")  # yellow: won
    ended("Anna", "Bruno", "Clara")  # yellow: won
    ended("Bruno", "Anna", "Clara")  # black: second
    ended("Anna", "Bruno", "Clara")  # yellow: won
    ended("Bruno", "Anna", "Clara", ranks=[2, 1, 3])  # black: won
    ended("Bruno", "Clara", "Anna", ranks=[2, 2, 1])  # white: won
    ended("Anna", "Bruno", "Clara", left=[0])  # yellow: left, and so third of three
    ended("Anna", "Bruno", "Clara")  # yellow: won
    ended("Bruno", "Clara")  # not hers
    (part,) = articles(read("/people/Anna")).values()
    assert facts(part) == {
        "Games finished": "8",
        "Wins": "6 (75%)",
        "Average rank": "1.4",  # (6 · 1 + 2 + 3) / 8
        "Current winning streak": "1",
        "Longest winning streak": "3",
        "Left early": "1",
        "Plays most often": "Yellow",
    }
    assert seats(part) == [
        ["Yellow", "5", "4", "80%", "1.4"],
        ["Black", "2", "1", "50%", "1.5"],
        ["White", "1", "1", "100%", "1.0"],
    ]
    assert 'aria-label="Rank 1: 6, Rank 2: 1, Rank 3: 1"' in part
    assert re.findall('width="(\\d+)"', part.partition("<figure>")[2]) == ["120", "20", "20"]
    # bars of games, and of those won
    bars = [("100.0", "80.0"), ("40.0", "20.0"), ("20.0", "20.0")]
    assert re.findall('width="([\\d.]+)" height="10" /><rect[^>]* width="([\\d.]+)"', part) == bars
    (other,) = articles(read("/people/Clara")).values()
    assert facts(other)["Wins"] == "0 (0%)"
    assert facts(other)["Longest winning streak"] == "0"


def test_each_game_has_its_own_statistics_and_streaks() -> None:
    options = {"players": 2, "game": "west"}
    ended("Anna", "Bruno")
    for _ in range(2):
        table = ended("Anna", "Bruno", game="friedrich", options=options)
        table.seats.filter(number=2).delete()
    ended("Bruno", "Anna")
    found = articles(read("/people/Anna"))
    assert list(found) == ["Friedrich", "La Spada e la Fede"]
    streaks = ("Current winning streak", "Longest winning streak")
    assert [facts(found["Friedrich"])[name] for name in streaks] == ["2", "2"]
    assert [facts(found["La Spada e la Fede"])[name] for name in streaks] == ["0", "1"]


def test_seats_played_equally_often_are_all_favourites() -> None:
    ended("Anna", "Bruno")
    ended("Bruno", "Anna")
    (part,) = articles(read("/people/Anna")).values()
    assert facts(part)["Plays most often"] == "Black, Yellow"


def test_games_hidden_from_a_reader_are_not_counted() -> None:
    anna, stranger = member("Anna"), member("Else")
    ended("Anna", "Bruno")
    hidden = ended("Anna", "Bruno", public=False)
    for change in ({"over": False}, {"closed": True}, {"private": True}, {"game": "gone"}):
        Table.objects.filter(pk=ended("Anna", "Bruno").pk).update(**change)
    count = {
        name: facts(next(iter(articles(read("/people/Anna", person)).values())))["Games finished"]
        for name, person in {"anna": anna, "stranger": stranger, "nobody": Person()}.items()
    }
    assert count == {"anna": "2", "stranger": "1", "nobody": "1"}
    hidden.seats.update(archived=hidden.finished)
    (part,) = articles(read("/people/Anna", stranger)).values()
    assert facts(part)["Games finished"] == "2"


def test_games_on_a_shared_screen_do_not_count() -> None:
    member("Keith")
    table = ended("", "", "")
    owner = Visitor.objects.get(account__username="Keith")
    table.seats.filter(number__lt=2).update(owner=owner)
    assert articles(read("/people/Keith")) == {}
    table.seats.filter(number=1).update(owner=None)
    (part,) = articles(read("/people/Keith")).values()
    assert facts(part)["Games finished"] == "1"


def test_statement_count_does_not_grow_with_games() -> None:
    account("Anna")
    found = []
    for many in (3, 30):
        while Table.objects.count() < many:
            ended("Anna", "Bruno")
        with CaptureQueriesContext(connection) as asked:
            read("/people/Anna")
        found.append(len(asked))
    assert found[0] == found[1]


def test_without_games_there_are_no_statistics() -> None:
    account("Anna")
    assert articles(read("/people/Anna")) == {}


def test_halves_are_rounded_up() -> None:
    for number in range(8):
        ended("Anna", "Bruno", ranks=[1, 2, 3] if number == 3 else [2, 1, 3])
    (part,) = articles(read("/people/Anna")).values()
    assert facts(part)["Wins"] == "1 (13%)"
