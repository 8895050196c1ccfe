"""Teams, and leagues with their seasons."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db.models import F

from chancery.web.base import limits
from chancery.web.community import leagues, teams, tournaments
from chancery.web.community.models import Chair, Entrant, League, Member, Team, Tournament
from chancery.web.identity import tokens
from chancery.web.identity.models import Account
from tests.web.api_clients import Caller, bad, caller
from tests.web.people import Person
from tests.web.test_accounts import PASSWORD
from tests.web.test_community import read
from tests.web.test_lobby import member
from tests.web.test_profiles import table_rows
from tests.web.test_tournaments import begun, do, opened

pytestmark = pytest.mark.django_db


def team_of(person: Person, name: str = "The Beggars") -> Team:
    answer = person.post("/teams/found", {"name": name})
    assert answer.status_code == 302, answer.content
    return Team.objects.get(slug=answer.url.rpartition("/")[2])


def change(person: Person, team: Team, what: str, **form: str) -> int:
    return person.post(f"/teams/{team.slug}/change", {"do": what, **form}).status_code


def members(team: Team) -> list[str]:
    return list(team.members.values_list("account__username", flat=True))


# -- teams --------------------------------------------------------------------------------------


def test_a_team_is_founded_and_joined_by_its_link() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    team = team_of(anna)
    link = re.search(rf'href="(/teams/{team.slug}\?key=[^"]+)"', read(f"/teams/{team.slug}", anna))
    assert link
    assert team.key not in read(f"/teams/{team.slug}", bruno)
    assert change(bruno, team, "join", key="wrong") == 422
    assert 'value="join"' in read(link[1], bruno)
    assert change(bruno, team, "join", key=team.key) == 302
    assert members(team) == ["Anna", "Bruno"]
    page = read("/teams", Person())
    assert "The Beggars" in page
    assert "2 members" in page
    assert 'value="join"' not in read(link[1], bruno)
    assert "Log in to join" in read(link[1], Person())


def test_an_account_is_in_one_team() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    team_of(anna)
    other = team_of(bruno, "The Others")
    assert change(anna, other, "join", key=other.key) == 422
    assert anna.post("/teams/found", {"name": "A third one"}).status_code == 422
    assert Team.objects.count() == 2


@pytest.mark.parametrize("name", ["the beggars", "", "x"])
def test_names_are_taken_once(name: str) -> None:
    anna, bruno = member("Anna"), member("Bruno")
    team_of(anna)
    assert bruno.post("/teams/found", {"name": name}).status_code == 422
    assert Team.objects.count() == 1


def test_a_hostile_name_is_shown_as_it_is() -> None:
    name = '<b>&"Beggars"</b>'
    team = team_of(member("Anna"), name)
    for path in ("/teams", f"/teams/{team.slug}"):
        assert name not in read(path, Person())


def test_a_team_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teams, "MOST", 1)
    team = team_of(member("Anna"))
    assert change(member("Bruno"), team, "join", key=team.key) == 422
    assert Person().post("/teams/found", {"name": "Guests"}).status_code == 401
    monkeypatch.setitem(limits.LIMITS, "teams", (1, limits.DAY))
    clara = member("Clara")
    change(clara, team_of(clara, "First"), "leave")
    assert clara.post("/teams/found", {"name": "Second"}).status_code == 429


def test_the_next_one_becomes_captain_and_an_empty_team_is_gone() -> None:
    anna, bruno, clara = member("Anna"), member("Bruno"), member("Clara")
    team = team_of(anna)
    for person in (bruno, clara):
        change(person, team, "join", key=team.key)
    assert change(bruno, team, "remove", name="Clara") == 403
    assert change(anna, team, "leave") == 302
    assert change(bruno, team, "remove", name="Clara") == 302
    assert members(team) == ["Bruno"]
    assert change(clara, team, "join", key=team.key) == 422  # the link has changed
    assert change(clara, team, "leave") == 403
    assert bruno.post(f"/teams/{team.slug}/change", {"do": "leave"}).url == "/teams"
    assert not Team.objects.exists()
    assert Person().get(f"/teams/{team.slug}").status_code == 404


# -- teams in tournaments -----------------------------------------------------------------------


def scored(tournament: Tournament, scores: dict[str, int]) -> None:
    """End a tournament in which each player has scored so much at one table."""
    tournament.matches.update(scored=True)
    Chair.objects.filter(match__tournament=tournament).update(score=0)
    for name, score in scores.items():
        chair = Chair.objects.filter(
            match__tournament=tournament, entrant__account__username=name
        ).first()
        assert chair is not None
        chair.score = score
        chair.save()
    Tournament.objects.filter(pk=tournament.pk).update(finished=F("started"))


def test_players_play_for_the_team_in_which_they_entered() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    team = team_of(anna)
    tournament = opened(anna, wanted="4")
    do(bruno, tournament, "join")
    other = team_of(bruno, "The Others")
    change(anna, team, "leave")
    played_for = Entrant.objects.values_list("account__username", "team__name")
    assert dict(played_for) == {"Anna": "The Beggars", "Bruno": None}
    assert other.members.count() == 1
    assert Team.objects.filter(pk=team.pk).exists()  # it has results
    assert "The Beggars" in read(f"/tournaments/{tournament.slug}", Person())


def test_the_ranking_of_teams() -> None:
    assert teams.ranking([]) == []
    results = [(1, 7, 4), (1, 7, 2), (1, 8, 5), (1, 7, 1), (1, 7, 3), (2, 8, 4), (2, 9, 9)]
    # of four results of team 7 the best three count
    assert [(row.place, row.team, row.score, row.players) for row in teams.ranking(results)] == [
        (1, 7, 9, 4), (1, 8, 9, 2), (1, 9, 9, 1),
    ]  # fmt: skip
    assert [row.place for row in teams.ranking([(1, 1, 3), (1, 2, 5), (1, 3, 3)])] == [1, 2, 2]


def test_a_tournament_ranks_its_teams() -> None:
    tournament, _ = begun(4)
    for name, team in (("Anna", "A"), ("Bruno", "A"), ("Clara", "B"), ("Dora", "B")):
        made, _ = Team.objects.get_or_create(name=team * 3, plain=team * 3)
        Entrant.objects.filter(account__username=name).update(team=made)
    scored(tournament, {"Anna": 2, "Bruno": 1, "Clara": 4})
    page = read(f"/tournaments/{tournament.slug}", Person())
    rows = table_rows(page, "Teams")
    assert [row[:3] for row in rows] == [["1", "BBB", "2"], ["2", "AAA", "1½"]]


# -- leagues ------------------------------------------------------------------------------------


def test_a_tournament_becomes_a_league_whose_host_opens_the_next_season() -> None:
    tournament, people = begun(4, title="Cup")
    anna, bruno = people[:2]
    begin = f"/tournaments/{tournament.slug}/league"
    assert bruno.post(begin, {"title": "Mine"}).status_code == 422
    answer = anna.post(begin, {"title": "League of Breda"})
    assert answer.status_code == 302
    league = League.objects.get()
    assert answer.url == f"/leagues/{league.slug}"
    assert anna.post(begin, {"title": "Twice"}).status_code == 422
    season = f"/leagues/{league.slug}/season"
    assert anna.post(season).status_code == 422  # the first one goes on
    scored(tournament, {"Bruno": 4, "Anna": 2})
    page = read(f"/leagues/{league.slug}", Person())
    assert "won by Bruno" in page
    assert "Open the next season" not in page
    assert "Open the next season" in read(f"/leagues/{league.slug}", anna)
    assert bruno.post(season).status_code == 422
    answer = anna.post(season)
    assert answer.status_code == 302
    again = Tournament.objects.get(slug=answer.url.rpartition("/")[2])
    assert (again.season, again.title) == (2, "League of Breda · 2")
    for term in ("game", "options", "kind", "wanted", "days", "rated", "seats"):
        assert getattr(again, term) == getattr(tournament, term), term
    assert "season 2" in read(f"/tournaments/{again.slug}", Person())
    assert "League of Breda" in read("/leagues", Person())


def test_who_has_won_a_season_is_found_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, _ = begun(4)
    league = leagues.begin(tournament, Account.objects.get(username="Anna"), "")
    assert "won by" not in read(f"/leagues/{league.slug}", Person())
    scored(tournament, {"Bruno": 4, "Anna": 2})
    assert "won by Bruno" in read(f"/leagues/{league.slug}", Person())

    def refuse(tournament: Tournament) -> None:
        raise AssertionError("ranked once more")

    monkeypatch.setattr(tournaments, "ranking", refuse)
    assert "won by Bruno" in read(f"/leagues/{league.slug}", Person())
    Account.objects.get(username="Bruno").delete()
    assert "won by" not in read(f"/leagues/{league.slug}", Person())


def test_a_league_ranks_players_and_teams_over_all_seasons() -> None:
    first, people = begun(4)
    league = leagues.begin(first, Account.objects.get(username="Anna"), "")
    scored(first, {"Bruno": 4, "Anna": 3})
    second = leagues.next_season(league, Account.objects.get(username="Anna"))
    for person in people[1:]:
        do(person, second, "join")
    second.refresh_from_db()
    scored(second, {"Anna": 2, "Clara": 5})
    ranked = leagues.ranking(league)
    assert [(row.place, row.name, row.score) for row in ranked] == [
        (1, "Anna", 5), (1, "Clara", 5), (3, "Bruno", 4), (4, "Dora", 0),
    ]  # fmt: skip
    assert {row.seasons for row in ranked} == {2}
    rows = table_rows(read(f"/leagues/{league.slug}", Person()), "All seasons")
    assert [row[:3] for row in rows] == [
        ["1", "Anna", "2½"], ["1", "Clara", "2½"], ["3", "Bruno", "2"], ["4", "Dora", "0"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "next_step"),
    [
        ("/leagues", "/tournaments/new/spada"),
        ("/teams", "/account/enter?back=/teams"),
        ("/ladder/spada", "/new/spada"),
    ],
)
def test_a_page_with_nothing_to_list_shows_how_it_goes_and_what_to_do(
    path: str, next_step: str
) -> None:
    page = read(path, Person())
    steps = page[page.index('<ol class="course-of">') : page.index("</ol>")]
    assert steps.count("<h3>") == 3
    assert 'class="small-board"' in steps
    assert f'href="{next_step}"' in page


def test_the_list_of_leagues_shows_boards_and_seasons() -> None:
    tournament, _ = begun(4)
    league = leagues.begin(tournament, Account.objects.get(username="Anna"), "League of Breda")
    page = read("/leagues", Person())
    (card,) = re.findall(rf'<li class="card-of">(.*?/leagues/{league.slug}.*?)</li>', page, re.S)
    assert "small-board" in card
    assert "1 season" in card


def test_pages_of_what_does_not_exist() -> None:
    anna = member("Anna")
    for path in ("/leagues/nothing", "/teams/nothing", "/leagues/a.b"):
        assert anna.get(path).status_code == 404
    for path in ("/leagues/nothing/season", "/teams/nothing/change", "/tournaments/x/league"):
        assert anna.post(path).status_code == 404
        assert Person().post(path).status_code == 401


def test_who_deletes_his_account_leaves_his_team_and_its_name() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    team = team_of(anna, "Friends of Anna")
    change(bruno, team, "join", key=team.key)
    tournament = opened(anna, wanted="4")
    league = leagues.begin(tournament, Account.objects.get(username="Anna"), "The Anna League")
    told: dict[str, Any] = anna.ask("/account/data").json()
    assert [row["name"] for row in told["teams"]] == ["Friends of Anna"]
    assert [row["title"] for row in told["leagues_opened"]] == ["The Anna League"]
    assert anna.post("/account/delete", {"password": PASSWORD}).status_code == 200
    team.refresh_from_db()
    league.refresh_from_db()
    assert (team.name, league.title, league.host) == ("", "", None)
    assert members(team) == ["Bruno"]
    assert "a team" in read(f"/teams/{team.slug}", Person())
    assert not Member.objects.filter(account__username="Anna").exists()


# -- the API ------------------------------------------------------------------------------------


def test_programs_open_join_and_start_tournaments() -> None:
    anna, bruno = caller("Anna"), caller("Bruno")
    terms = {"game": "friedrich", "options": {"players": 2, "game": "west"}, "wanted": 3}
    opened = anna.do("/tournaments", title="Cup", kind="swiss", rounds=2, days=1, **terms)
    at = f"/tournaments/{opened['slug']}"
    assert (opened["host"], opened["players"], opened["started"]) == ("Anna", 1, None)
    (listed,) = Caller().read("/tournaments")["tournaments"]
    assert listed == {name: opened[name] for name in listed}
    bad(Caller().post(f"{at}/join"), 401)
    bad(anna.post(f"{at}/start"), 422)  # alone
    bruno.do(f"{at}/join")
    bad(bruno.post(f"{at}/start"), 422)  # not the host
    bad(bruno.post(f"{at}/off"), 422)
    started = anna.do(f"{at}/start")
    (match,) = started["matches"]
    assert {seat["name"] for seat in match["seats"]} == {"Anna", "Bruno"}
    assert {seat["score"] for seat in match["seats"]} == {None}
    (own,) = anna.read("/tables")["tables"]
    assert match["table"] == own["slug"]
    assert [line["score"] for line in started["standings"]] == [0, 0]
    left = bruno.do(f"{at}/withdraw")
    assert [entrant["withdrawn"] for entrant in left["entrants"]] == [False, True]
    bad(anna.post(f"{at}/off"), 422)  # it has started
    other = anna.do("/tournaments", **terms)["slug"]
    assert anna.do(f"/tournaments/{other}/off")["slug"] == other
    bad(anna.get(f"/tournaments/{other}"), 404)
    bad(anna.post("/tournaments", terms | {"wanted": 1}), 422)
    bad(anna.post("/tournaments", terms | {"game": "chess"}), 404)


def test_programs_list_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teams, "MANY", 2)
    for name in ("Anna", "Bruno", "Clara"):
        caller(name).do("/teams", name=f"Friends of {name}")
    first = Caller().read("/teams")
    rest = Caller().read(f"/teams?page={first['next']}")
    assert [row["name"].split()[-1] for row in first["teams"] + rest["teams"]] == [
        "Anna", "Bruno", "Clara",
    ]  # fmt: skip
    assert rest["next"] is None
    bad(Caller().get("/teams?page=0"), 422)


def test_programs_play_leagues() -> None:
    tournament, _ = begun(4, title="Cup")
    anna, bruno = (
        Caller(tokens.make(Account.objects.get(username=name), "x")) for name in ("Anna", "Bruno")
    )
    begin = f"/tournaments/{tournament.slug}/league"
    bad(bruno.post(begin, {"title": "Mine"}), 422)
    league = anna.do(begin, title="League of Breda")
    at = f"/leagues/{league['slug']}"
    bad(anna.post(f"{at}/season"), 422)  # the first one goes on
    scored(tournament, {"Bruno": 4, "Anna": 2})
    bad(bruno.post(f"{at}/season"), 422)
    season = anna.do(f"{at}/season")
    assert (season["league"], season["season"], season["title"]) == (
        league["slug"], 2, "League of Breda · 2",
    )  # fmt: skip
    told = Caller().read(at)
    assert [(one["season"], one["winner"]) for one in told["tournaments"]] == [
        (2, None), (1, "Bruno"),
    ]  # fmt: skip
    best = told["standings"][0]
    assert (best["place"], best["name"], best["score"]) == (1, "Bruno", 2)
    (line,) = Caller().read("/leagues")["leagues"]
    assert (line["title"], line["seasons"]) == ("League of Breda", 2)


def test_programs_found_join_and_leave_teams(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bruno = caller("Anna"), caller("Bruno")
    team = anna.do("/teams", name="The Beggars")
    at = f"/teams/{team['slug']}"
    assert team["key"]
    assert Caller().read(at)["key"] is None
    assert bruno.read(at)["key"] is None
    bad(Caller().post(f"{at}/join", {"key": team["key"]}), 401)
    bad(bruno.post(f"{at}/join", {"key": "wrong"}), 422)
    joined = bruno.do(f"{at}/join", key=team["key"])
    assert (joined["members"], joined["key"]) == (["Anna", "Bruno"], team["key"])
    bad(bruno.post("/teams", {"name": "The Others"}), 422)  # in one team at most
    bad(bruno.post(f"{at}/remove", {"name": "Anna"}), 403)
    removed = anna.do(f"{at}/remove", name="Bruno")
    assert removed["members"] == ["Anna"]
    assert removed["key"] != team["key"]
    bad(bruno.post(f"{at}/leave"), 403)
    assert anna.do(f"{at}/leave")["members"] == []
    bad(anna.get(at), 404)
    bad(anna.post("/teams", {"name": " x "}), 422)
    monkeypatch.setitem(limits.LIMITS, "teams", (1, limits.DAY))
    bad(anna.post("/teams", {"name": "Too many"}), 429)


def test_programs_see_for_whom_a_player_plays() -> None:
    tournament, _ = begun(4)
    made = Team.objects.create(name="AAA", plain="aaa")
    Entrant.objects.filter(account__username="Anna").update(team=made)
    scored(tournament, {"Anna": 3})
    told = Caller().read(f"/tournaments/{tournament.slug}")
    assert [entrant["team"] for entrant in told["entrants"]] == [made.slug, None, None, None]
    (row,) = told["teams"]
    assert (row["team"], row["score"], row["players"]) == (made.slug, 1.5, 1)
    (played,) = Caller().read(f"/teams/{made.slug}")["tournaments"]
    assert (played["slug"], played["players"]) == (tournament.slug, 4)
