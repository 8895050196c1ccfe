"""The URLs of the site, each with the view that answers it."""

from django.urls import URLPattern, URLResolver, path, re_path
from django.urls.resolvers import RoutePattern
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView

from chancery.web.accounts import (
    account_settings,
    forgotten_passwords,
    login,
    privacy,
    profiles,
    reports,
)
from chancery.web.api import URLS as API_URLS
from chancery.web.api import programs
from chancery.web.community import (
    archive_pages,
    calls,
    follows,
    lobby,
    team_pages,
    tournament_pages,
)
from chancery.web.delivery import channels, devices
from chancery.web.learn import learn_pages, pictures
from chancery.web.operators.admin import site
from chancery.web.play import (
    analyses,
    exhibitions,
    hints,
    records,
    replay_pages,
    table_cards,
    table_pages,
)
from chancery.web.server import (
    error_responses,
    front,
    game_pages,
    health,
    metrics_page,
    site_pages,
    web_app,
)
from chancery.web.tables import new_tables, waiting_room


class LoadedLater(URLResolver):
    """The URLs of a module that is imported with the first request for one of them."""

    def _populate(self) -> None:
        """Do not collect names for `reverse`, which would import the module; nobody asks."""


def refusal_pages(before: str) -> list[URLPattern]:
    """Return the pages for requests that asgi.py refuses."""
    return [
        path(f"{before}too-large", error_responses.too_large),
        path(f"{before}too-slow", error_responses.too_slow),
        path(f"{before}crowded", error_responses.crowded),
        path(f"{before}too-costly", error_responses.too_costly),
        path(f"{before}no-database", error_responses.no_database),
        path(f"{before}unreadable", error_responses.bad_request),
    ]


urlpatterns = [
    # first what is asked for most
    path("t/<str:slug>/act", table_pages.act, name="act"),
    path("t/<str:slug>/state", table_pages.table_state, name="state"),
    path("", front.front, name="front"),
    path("health", health.health),
    path("metrics", metrics_page.metrics_page),
    path("manifest.webmanifest", web_app.manifest, name="manifest"),
    path("worker.js", web_app.worker, name="worker"),
    path("offline", web_app.offline, name="offline"),
    path("language", front.set_language, name="language"),
    path("account", account_settings.settings_page, name="account"),
    path("account/join", login.join, name="join"),
    path("account/enter", login.enter, name="enter"),
    path("account/leave", login.leave, name="leave-account"),
    path("account/mail", account_settings.change_mail, name="change-mail"),
    path("account/data", privacy.download, name="download"),
    path("account/password", account_settings.change_password, name="password"),
    path("account/delete", account_settings.delete, name="delete"),
    path("account/forgot", forgotten_passwords.forgot, name="forgot"),
    path("account/reset/<str:uid>/<str:token>", forgotten_passwords.reset, name="reset"),
    path("account/tokens", programs.new_token, name="new-token"),
    path("account/tokens/revoke", programs.revoke, name="revoke-token"),
    path("api", programs.reference, name="api"),
    path("api/v1/openapi.json", programs.openapi, name="openapi"),
    path("api/v1/", csrf_exempt(error_responses.not_found)),
    # ninja and its models take a fifth of the time that the site takes to start
    LoadedLater(RoutePattern("api/v1/"), API_URLS, app_name="api", namespace="api"),
    *refusal_pages("api/"),
    re_path(r"^api/", csrf_exempt(error_responses.not_found)),
    path("tables", lobby.lobby, name="lobby"),
    path("tables/part", lobby.lobby_part, name="lobby-part"),
    path("tables/badge", lobby.badge, name="badge"),
    path("watch/<slug:name>", lobby.watch, name="watch"),
    path("calls", calls.leave, name="call"),
    path("calls/<int:pk>/down", calls.take_down, name="take-down"),
    path("following", follows.following, name="following"),
    path("follow", follows.change, name="follow"),
    path("rules", site_pages.house_rules, name="house-rules"),
    path("colours.css", site_pages.colours, name="colours"),
    path("archive", archive_pages.page, name="archive"),
    path("archive/export", archive_pages.export, name="export-archive"),
    path("tournaments", tournament_pages.index, name="tournaments"),
    path("tournaments/new/<slug:name>", tournament_pages.new, name="new-tournament"),
    path("tournaments/<str:slug>", tournament_pages.page, name="tournament"),
    path("tournaments/<str:slug>/league", team_pages.begin_league, name="begin-league"),
    path("leagues", team_pages.league_index, name="leagues"),
    path("leagues/<str:slug>", team_pages.league_page, name="league"),
    path("leagues/<str:slug>/season", team_pages.next_season, name="next-season"),
    path("teams", team_pages.team_index, name="teams"),
    path("teams/found", team_pages.found_team, name="found-team"),
    path("teams/<str:slug>", team_pages.team_page, name="team"),
    path("teams/<str:slug>/change", team_pages.change_team, name="change-team"),
    path("tournaments/<str:slug>/change", tournament_pages.change, name="change-tournament"),
    path("play/<slug:name>", new_tables.play_now, name="play"),
    path("friends/<slug:name>", new_tables.play_with_friends, name="friends"),
    path("new/<slug:name>", new_tables.new_table, name="new"),
    path("data/<slug:name>", new_tables.data_file, name="data"),
    path("account/notices", channels.save, name="channels"),
    path("account/notices/test", channels.test, name="test-channel"),
    path("account/notices/again", channels.again, name="try-channel"),
    path("account/devices", devices.add, name="add-device"),
    path("account/devices/remove", devices.remove, name="remove-device"),
    path("account/confirm", channels.send_link, name="send-link"),
    path("account/confirm/<str:signed>", channels.confirm, name="confirm"),
    path("account/unsubscribe/<str:signed>", channels.unsubscribe, name="unsubscribe"),
    path("style/<slug:name>.css", game_pages.style, name="style"),
    path("style/<slug:name>/<str:font>", game_pages.font, name="font"),
    path("cover/<slug:name>.webp", game_pages.cover, name="cover"),
    path("ground/<slug:name>.svg", table_cards.ground, name="ground"),
    path("opening/<slug:name>.svg", table_cards.opening, name="opening"),
    path("exhibition/<slug:name>", exhibitions.exhibition, name="exhibition"),
    path("import", records.import_record, name="import"),
    path("help/<slug:name>", game_pages.help_page, name="help"),
    path("learn/<slug:name>", learn_pages.learn, name="learn"),
    path("learn/<slug:name>/plate/<int:number>.svg", pictures.plate, name="plate"),
    path("help/<slug:name>/board/<int:number>.svg", pictures.board, name="help-board"),
    path("learn/<slug:name>/task/<slug:key>.svg", pictures.task, name="task"),
    path("learn/<slug:name>/begin/<slug:key>", learn_pages.begin, name="begin"),
    path("learn/<slug:name>/example/<slug:key>/<int:number>", learn_pages.example, name="example"),
    path(
        "learn/<slug:name>/example/<slug:key>/<int:number>.svg", pictures.step, name="example-step"
    ),
    path(
        "learn/<slug:name>/example/<slug:key>.svg", pictures.example_picture, name="example-picture"
    ),
    path("ladder/<slug:name>", profiles.ladder, name="ladder"),
    path("people/<path:name>", profiles.profile, name="person"),
    path("report", reports.report, name="report"),
    path("events", table_pages.events, name="events"),
    *refusal_pages(""),
    path("t/<str:slug>", table_pages.table_page, name="table"),
    path("t/<str:slug>/rules", game_pages.table_help_page, name="table-help"),
    path("t/<str:slug>/undo", table_pages.undo, name="undo"),
    path("t/<str:slug>/orders", table_pages.orders, name="orders"),
    path("t/<str:slug>/overlay", table_pages.overlay, name="overlay"),
    path("t/<str:slug>/why", table_pages.why_not, name="why"),
    path("t/<str:slug>/hint", hints.hint_at, name="hint"),
    path("t/<str:slug>/part", learn_pages.leave_teacher, name="part"),
    path("t/<str:slug>/small.svg", table_cards.small, name="small"),
    path("t/<str:slug>/ground.svg", table_cards.table_ground, name="table-ground"),
    path("t/<str:slug>/card", table_cards.card, name="card"),
    path("t/<str:slug>/room", waiting_room.room_part, name="room"),
    path("t/<str:slug>/settings", waiting_room.settings, name="settings"),
    path("t/<str:slug>/sit", waiting_room.sit, name="sit"),
    path("t/<str:slug>/company", waiting_room.company, name="company"),
    path("t/<str:slug>/standing", table_pages.standing, name="standing"),
    path("t/<str:slug>/agree", table_pages.agree, name="agree"),
    path("t/<str:slug>/leave", table_pages.leave, name="leave"),
    path("t/<str:slug>/talk", table_pages.talk, name="talk"),
    path("t/<str:slug>/notes", table_pages.notes, name="notes"),
    path("t/<str:slug>/replay/<int:step>", replay_pages.replay, name="replay"),
    path("t/<str:slug>/replay/<int:step>/overlay", replay_pages.overlay, name="replay-overlay"),
    path("t/<str:slug>/replay/<int:step>/picture", replay_pages.picture, name="picture"),
    path("t/<str:slug>/analysis", analyses.analysis, name="analysis"),
    path("t/<str:slug>/analysis/progress", analyses.progress, name="analysis-progress"),
    path("t/<str:slug>/analysis/want", analyses.request_analysis, name="want-analysis"),
    path("t/<str:slug>/story/<int:page>", replay_pages.story, name="story"),
    path("t/<str:slug>/frames", replay_pages.frames, name="frames"),
    path("t/<str:slug>/copy", records.copy, name="copy"),
    path("t/<str:slug>/on", records.play_on, name="play-on"),
    path("t/<str:slug>/record", records.export, name="export"),
    path("admin", RedirectView.as_view(url="/admin/")),
    path("admin/", site.urls),
    re_path(r"^(?P<path>.*)$", error_responses.not_found),
]

handler400 = "chancery.web.server.error_responses.bad_request"
handler403 = "chancery.web.server.error_responses.not_found"
handler404 = "chancery.web.server.error_responses.not_found"
handler500 = "chancery.web.server.error_responses.server_error"
