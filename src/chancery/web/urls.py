"""Where everything is."""

from typing import Any

from django.urls import path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView

from chancery.web import accounts, channels, health, lobby, pages, people, privacy, programs
from chancery.web.admin import house
from chancery.web.api.house import api


def turned_away(before: str) -> list[Any]:
    """What is said of requests that go no further than asgi.py."""
    return [
        path(f"{before}too-large", pages.too_large),
        path(f"{before}too-slow", pages.too_slow),
        path(f"{before}crowded", pages.crowded),
        path(f"{before}unreadable", pages.broken),
    ]


urlpatterns = [
    path("", pages.front, name="front"),
    path("health", health.health),
    path("language", pages.set_language, name="language"),
    path("account", accounts.settings_page, name="account"),
    path("account/join", accounts.join, name="join"),
    path("account/enter", accounts.enter, name="enter"),
    path("account/leave", accounts.leave, name="leave-account"),
    path("account/mail", accounts.change_mail, name="change-mail"),
    path("account/data", privacy.download, name="download"),
    path("account/password", accounts.change_password, name="password"),
    path("account/delete", accounts.delete, name="delete"),
    path("account/forgot", accounts.forgot, name="forgot"),
    path("account/reset/<str:uid>/<str:token>", accounts.reset, name="reset"),
    path("account/tokens", programs.new_token, name="new-token"),
    path("account/tokens/revoke", programs.revoke, name="revoke-token"),
    path("api", programs.reference, name="api"),
    path("api/v1/openapi.json", programs.openapi, name="openapi"),
    path("api/v1/", csrf_exempt(pages.lost)),
    path("api/v1/", api.urls),
    *turned_away("api/"),
    re_path(r"^api/", csrf_exempt(pages.lost)),
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
    path("style/<slug:name>.css", pages.style, name="style"),
    path("style/<slug:name>/<str:font>", pages.font, name="font"),
    path("import", pages.import_record, name="import"),
    path("help/<slug:name>", pages.help_page, name="help"),
    path("ladder/<slug:name>", people.ladder, name="ladder"),
    path("people/<path:name>", people.profile, name="person"),
    path("report", people.report, name="report"),
    path("events", pages.events, name="events"),
    *turned_away(""),
    path("t/<str:slug>", pages.table_page, name="table"),
    path("t/<str:slug>/state", pages.table_state, name="state"),
    path("t/<str:slug>/act", pages.act, name="act"),
    path("t/<str:slug>/undo", pages.undo, name="undo"),
    path("t/<str:slug>/orders", pages.orders, name="orders"),
    path("t/<str:slug>/overlay", pages.overlay, name="overlay"),
    path("t/<str:slug>/why", pages.why_not, name="why"),
    path("t/<str:slug>/sit", lobby.sit, name="sit"),
    path("t/<str:slug>/company", lobby.company, name="company"),
    path("t/<str:slug>/standing", pages.standing, name="standing"),
    path("t/<str:slug>/agree", pages.agree, name="agree"),
    path("t/<str:slug>/leave", pages.leave, name="leave"),
    path("t/<str:slug>/talk", pages.talk, name="talk"),
    path("t/<str:slug>/notes", pages.notes, name="notes"),
    path("t/<str:slug>/replay/<int:step>", pages.replay, name="replay"),
    path("t/<str:slug>/copy", pages.copy, name="copy"),
    path("t/<str:slug>/on", pages.play_on, name="play-on"),
    path("t/<str:slug>/record", pages.export, name="export"),
    path("admin", RedirectView.as_view(url="/admin/")),
    path("admin/", house.urls),
    re_path(r"^(?P<path>.*)$", pages.lost),
]

handler400 = "chancery.web.pages.broken"
handler403 = "chancery.web.pages.lost"
handler404 = "chancery.web.pages.lost"
handler500 = "chancery.web.pages.breakdown"
