"""Where everything is."""

from typing import Any

from django.urls import path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView

from chancery.web.accounts import account_pages, privacy, profiles
from chancery.web.api import programs
from chancery.web.api.operations import api
from chancery.web.messages import channels
from chancery.web.operators.admin import house
from chancery.web.play import table_pages
from chancery.web.server import health
from chancery.web.tables import lobby


def turned_away(before: str) -> list[Any]:
    """What is said of requests that go no further than asgi.py."""
    return [
        path(f"{before}too-large", table_pages.too_large),
        path(f"{before}too-slow", table_pages.too_slow),
        path(f"{before}crowded", table_pages.crowded),
        path(f"{before}unreadable", table_pages.broken),
    ]


urlpatterns = [
    path("", table_pages.front, name="front"),
    path("health", health.health),
    path("language", table_pages.set_language, name="language"),
    path("account", account_pages.settings_page, name="account"),
    path("account/join", account_pages.join, name="join"),
    path("account/enter", account_pages.enter, name="enter"),
    path("account/leave", account_pages.leave, name="leave-account"),
    path("account/mail", account_pages.change_mail, name="change-mail"),
    path("account/data", privacy.download, name="download"),
    path("account/password", account_pages.change_password, name="password"),
    path("account/delete", account_pages.delete, name="delete"),
    path("account/forgot", account_pages.forgot, name="forgot"),
    path("account/reset/<str:uid>/<str:token>", account_pages.reset, name="reset"),
    path("account/tokens", programs.new_token, name="new-token"),
    path("account/tokens/revoke", programs.revoke, name="revoke-token"),
    path("api", programs.reference, name="api"),
    path("api/v1/openapi.json", programs.openapi, name="openapi"),
    path("api/v1/", csrf_exempt(table_pages.lost)),
    path("api/v1/", api.urls),
    *turned_away("api/"),
    re_path(r"^api/", csrf_exempt(table_pages.lost)),
    path("tables", lobby.lobby, name="lobby"),
    path("tables/part", lobby.lobby_part, name="lobby-part"),
    path("play/<slug:name>", lobby.play_now, name="play"),
    path("new/<slug:name>", lobby.new_table, name="new"),
    path("data/<slug:name>", lobby.data_file, name="data"),
    path("account/notices", channels.save, name="channels"),
    path("account/notices/test", channels.test, name="test-channel"),
    path("account/notices/again", channels.again, name="try-channel"),
    path("account/confirm", channels.send_link, name="send-link"),
    path("account/confirm/<str:signed>", channels.confirm, name="confirm"),
    path("account/unsubscribe/<str:signed>", channels.unsubscribe, name="unsubscribe"),
    path("style/<slug:name>.css", table_pages.style, name="style"),
    path("style/<slug:name>/<str:font>", table_pages.font, name="font"),
    path("import", table_pages.import_record, name="import"),
    path("help/<slug:name>", table_pages.help_page, name="help"),
    path("ladder/<slug:name>", profiles.ladder, name="ladder"),
    path("people/<path:name>", profiles.profile, name="person"),
    path("report", profiles.report, name="report"),
    path("events", table_pages.events, name="events"),
    *turned_away(""),
    path("t/<str:slug>", table_pages.table_page, name="table"),
    path("t/<str:slug>/state", table_pages.table_state, name="state"),
    path("t/<str:slug>/act", table_pages.act, name="act"),
    path("t/<str:slug>/undo", table_pages.undo, name="undo"),
    path("t/<str:slug>/orders", table_pages.orders, name="orders"),
    path("t/<str:slug>/overlay", table_pages.overlay, name="overlay"),
    path("t/<str:slug>/why", table_pages.why_not, name="why"),
    path("t/<str:slug>/sit", lobby.sit, name="sit"),
    path("t/<str:slug>/company", lobby.company, name="company"),
    path("t/<str:slug>/standing", table_pages.standing, name="standing"),
    path("t/<str:slug>/agree", table_pages.agree, name="agree"),
    path("t/<str:slug>/leave", table_pages.leave, name="leave"),
    path("t/<str:slug>/talk", table_pages.talk, name="talk"),
    path("t/<str:slug>/notes", table_pages.notes, name="notes"),
    path("t/<str:slug>/replay/<int:step>", table_pages.replay, name="replay"),
    path("t/<str:slug>/copy", table_pages.copy, name="copy"),
    path("t/<str:slug>/on", table_pages.play_on, name="play-on"),
    path("t/<str:slug>/record", table_pages.export, name="export"),
    path("admin", RedirectView.as_view(url="/admin/")),
    path("admin/", house.urls),
    re_path(r"^(?P<path>.*)$", table_pages.lost),
]

handler400 = "chancery.web.play.table_pages.broken"
handler403 = "chancery.web.play.table_pages.lost"
handler404 = "chancery.web.play.table_pages.lost"
handler500 = "chancery.web.play.table_pages.breakdown"
