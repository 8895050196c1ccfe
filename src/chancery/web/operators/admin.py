"""The operators' pages at /admin/: accounts, tables, reports, ratings, channels.

What the site makes itself cannot be added or changed here. No page shows what a player does not
show: no seed, no position, no line of a log, no invitation; nor can it be guessed by a filter.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit

from django.contrib import admin, messages
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.translation import get_language

from chancery.core.words import LANGUAGES
from chancery.page.words import phrase
from chancery.web.base.refusals import NotThere
from chancery.web.base.sent import back_to
from chancery.web.base.speaker import speaker_for
from chancery.web.messages.account_links import reset_link
from chancery.web.notices.models import Channel
from chancery.web.operators import repairs
from chancery.web.people.models import Account, Rating, Report, Visitor
from chancery.web.tables.models import Seat, Table
from chancery.web.town.models import Call, Tournament

PERMISSIONS = (  # the others mean nothing here
    "view_account", "change_account", "view_table", "change_table", "view_report", "change_report",
    "view_rating", "view_channel", "view_call", "change_call", "view_tournament",
    "change_tournament",
)  # fmt: skip


def _say(name: str, /, **places: Any) -> str:
    language = (get_language() or "en")[:2]
    speaker = speaker_for(language if language in LANGUAGES else "en")
    return speaker.say(phrase(name, **places))


said = lazy(_say, str)  # in the language of whoever reads it


class House(admin.AdminSite):
    """Operators enter by the same door as everybody, with the same limits."""

    site_title = site_header = "Chancery"
    index_title = said("admin_operators")
    enable_nav_sidebar = False  # the lists need the room

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Our own page; who is logged in and no operator finds nothing here."""
        index = reverse("admin:index")
        if self.has_permission(request):
            return redirect(index)
        if request.user.is_authenticated:
            raise NotThere()
        back = back_to(request.GET.get("next", ""), index)
        return redirect(f"{reverse('enter')}?{urlencode({'back': back})}")

    def logout(  # type: ignore[override] # no page is shown
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        """Leave, by a button and not by a link from elsewhere."""
        if request.method != "POST":
            return redirect("admin:index")
        logout(request)
        return redirect("front")

    def password_change(  # type: ignore[override] # no page is shown
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        """Our own page, too."""
        return redirect("account")


house = House(name="admin")


class Guarded(admin.ModelAdmin):  # type: ignore[type-arg] # it takes none when it runs
    """Rows that the site makes itself: nothing is added, nothing is deleted.

    A filter may ask only for what is offered as a filter: Django would let an address ask whether
    a seed begins with an a.
    """

    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows are made by playing, not here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rows are not deleted here."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: Any = None) -> bool:
        """By what is in the list of filters."""
        return lookup.split("__")[0] in self.list_filter

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Who may do more than look."""
        return request.user.has_perm(f"web.change_{self.opts.model_name}")

    def tell(self, request: HttpRequest, level: int, name: str, /, **places: Any) -> None:
        """What became of an action."""
        self.message_user(request, _say(name, **places), level)


class Shown(Guarded):
    """Rows to be looked at, not changed by a form."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rows are only looked at here."""
        return False


def _link(row: Model, text: str) -> str:
    """A row of ours as a link."""
    where = reverse(f"admin:web_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', where, text)


def _person(visitor: Visitor | None) -> str:
    if visitor is None:
        return "–"
    account = visitor.account
    return visitor.name or "…" if account is None else _link(account, account.username)


# -- accounts -----------------------------------------------------------------------------------


def end_sessions(account: Account) -> None:
    """Whoever is logged in with it is no longer, also when it is active again one day."""
    open_ = Session.objects.filter(expire_date__gt=timezone.now())
    keys = [
        session.pk
        for session in open_.iterator()
        if session.get_decoded().get(SESSION_KEY) == str(account.pk)
    ]
    Session.objects.filter(pk__in=keys).delete()


@admin.register(Account, site=house)
class Accounts(Guarded):
    """Accounts; to be deactivated, not deleted: people do that themselves."""

    list_display = ("username", "email", "date_joined", "last_login", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff", "date_joined", "last_login")
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    fields = (
        "username", "email", "date_joined", "last_login",
        "is_active", "is_staff", "is_superuser", "user_permissions",
    )  # fmt: skip
    readonly_fields = ("username", "email", "date_joined", "last_login")
    filter_horizontal = ("user_permissions",)
    actions = ("deactivate", "new_password")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Who is an operator is decided by superusers."""
        if request.user.is_superuser:
            return self.readonly_fields
        return (*self.readonly_fields, "is_staff", "is_superuser", "user_permissions")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Operators are changed by superusers alone."""
        if obj is not None and obj.is_staff and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **named: Any) -> Any:
        """The permissions that mean something."""
        rows = Permission.objects.filter(content_type__app_label="web", codename__in=PERMISSIONS)
        named["queryset"] = rows.select_related("content_type")
        return super().formfield_for_manytomany(db_field, request, **named)

    def save_model(self, request: HttpRequest, obj: Account, form: Any, change: bool) -> None:
        """Who is deactivated is out at once."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            end_sessions(obj)

    @admin.action(description=said("admin_deactivate"), permissions=["operate"])
    def deactivate(self, request: HttpRequest, chosen: QuerySet[Account]) -> None:
        """Out at once, tokens too; never an operator: those by their own page."""
        for account in chosen.filter(is_active=True, is_staff=False):
            account.is_active = False
            account.save(update_fields=["is_active"])
            end_sessions(account)
            self.log_change(request, account, "deactivated")
            self.tell(request, messages.SUCCESS, "admin_deactivated", name=account.username)

    @admin.action(description=said("admin_new_link"), permissions=["superuser"])
    def new_password(self, request: HttpRequest, chosen: QuerySet[Account]) -> None:
        """For somebody who has forgotten the password and gave no mail address."""
        for account in chosen.filter(is_active=True):
            self.log_change(request, account, "a link for a new password")
            link = reset_link(account)
            self.tell(request, messages.INFO, "admin_link_for", name=account.username, link=link)

    def has_superuser_permission(self, request: HttpRequest) -> bool:
        """Who may become anybody."""
        return request.user.is_superuser


# -- tables -------------------------------------------------------------------------------------


def _player(seat: Seat) -> str:
    name = seat.name or (seat.owner.name if seat.owner is not None else "")
    if seat.bot:
        return f"{name} ({seat.bot})" if name else seat.bot
    return name or ("–" if seat.owner is None else "…")


@admin.register(Table, site=house)
class Tables(Shown):
    """Tables, from outside."""

    list_display = (
        "slug", "title", "game", "players", "started", "over", "closed", "length", "touched",
        "pace",
    )  # fmt: skip
    list_filter = ("game", "started", "over", "closed", "public", "rated", "pace", "touched")
    search_fields = (
        "slug", "title", "seats__name", "seats__owner__name", "seats__owner__account__username",
    )  # fmt: skip
    ordering = ("-touched",)
    fields = (
        "slug", "title", "game", "rules", "opened_by", "people", "public", "started", "rated",
        "pace", "lapse", "length", "asked", "over", "closed", "finished", "created", "touched",
    )  # fmt: skip
    readonly_fields = ("opened_by", "people")
    actions = ("close", "play_on", "replay")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Without what nobody may see here."""
        rows = super().get_queryset(request).prefetch_related("seats__owner__account")
        return rows.defer("invitation", "options", "data", "seed", "position", "luck")

    def view_on_site(self, table: Table) -> str:
        """The table's own page, as a spectator sees it."""
        return reverse("table", args=[table.slug])

    @admin.display(description=said("admin_players"))
    def players(self, table: Table) -> str:
        """Who plays, in the order of the seats."""
        return ", ".join(_player(seat) for seat in table.seats.all())

    @admin.display(description=said("admin_players"))
    def people(self, table: Table) -> str:
        """The same, with links to the accounts."""
        lines = [
            format_html("{}: {} {}", seat.number + 1, _player(seat), _person(seat.owner))
            for seat in table.seats.all()
        ]
        return format_html("<br>".join("{}" for _ in lines), *lines) if lines else "–"

    @admin.display(description=said("admin_host"))
    def opened_by(self, table: Table) -> str:
        """The host."""
        return _person(table.host)

    @admin.action(description=said("admin_end_here"), permissions=["operate"])
    def close(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        """Without a result, as if all had agreed."""
        for table in chosen:
            if repairs.close(table):
                self.log_change(request, table, "ended")
                self.tell(request, messages.SUCCESS, "admin_ended_here", table=table.slug)

    @admin.action(description=said("admin_bots_for_absent"), permissions=["operate"])
    def play_on(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        """Whoever is waited for and is not there."""
        for table in chosen:
            number = repairs.play_on(table)
            if number:
                self.log_change(request, table, "bots play on")
            self.tell(
                request, messages.SUCCESS, "admin_bots_play_on", table=table.slug, seats=number
            )

    @admin.action(description=said("admin_check_tables"), permissions=["view"])
    def replay(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        """From the log, with nothing remembered."""
        wrong = False
        for look in repairs.check([table.slug for table in chosen]):
            for problem in look.problems:
                wrong = True
                places = {"table": look.table.slug, "problem": problem}
                self.tell(request, messages.WARNING, "admin_table_fault", **places)
        if not wrong:
            self.tell(request, messages.SUCCESS, "admin_tables_right")


# -- the town -----------------------------------------------------------------------------------


class Posted(Shown):
    """What people have put up in the town; it can be taken down for good."""

    actions = ("take_down",)

    @admin.action(description=said("admin_delete"), permissions=["operate"])
    def take_down(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        """Delete it, for good."""
        for row in chosen:
            what = str(row)
            self.log_deletions(request, chosen.filter(pk=row.pk))
            row.delete()
            self.tell(request, messages.SUCCESS, "admin_deleted", what=what)


@admin.register(Call, site=house)
class Calls(Posted):
    """Notes of those who look for players."""

    list_display = ("at", "account", "game", "options", "text", "language", "until")
    list_filter = ("game", "language", "at")
    search_fields = ("text", "options", "account__username")
    ordering = ("-at",)
    fields = ("account", "game", "options", "text", "language", "at", "until")
    list_select_related = ("account",)


@admin.register(Tournament, site=house)
class Tournaments(Posted):
    """Tournaments; the tables of one that is deleted are played on as any others."""

    list_display = (
        "slug", "title", "game", "kind", "host", "wanted", "round", "rounds", "created", "started",
        "finished",
    )  # fmt: skip
    list_filter = ("game", "kind", "rated", "created", "started", "finished")
    search_fields = ("slug", "title", "host__username")
    ordering = ("-created",)
    fields = (
        "slug", "title", "host", "game", "kind", "wanted", "days", "rated", "round", "rounds",
        "created", "started", "finished",
    )  # fmt: skip
    list_select_related = ("host",)

    def view_on_site(self, tournament: Tournament) -> str:
        """Its own page."""
        return reverse("tournament", args=[tournament.slug])


# -- reports, ratings, channels -----------------------------------------------------------------


@admin.register(Report, site=house)
class Reports(Guarded):
    """What people have told us; to be handled."""

    list_display = ("at", "summary", "sender", "concerns", "where", "handled")
    list_filter = ("handled", "at")
    search_fields = ("text", "answer")
    ordering = ("handled", "-at")
    fields = ("at", "text", "sender", "concerns", "where", "handled", "answer")
    readonly_fields = ("at", "text", "sender", "concerns", "where")
    actions = ("handle",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """With what is shown of others."""
        rows = super().get_queryset(request).select_related("by__account", "about", "table")
        secret = ("invitation", "options", "data", "seed", "position", "luck")
        return rows.defer(*(f"table__{name}" for name in secret))

    @admin.display(description=said("admin_report"))
    def summary(self, report: Report) -> str:
        """The first words of the report."""
        return report.text if len(report.text) <= 80 else f"{report.text[:79]}…"

    @admin.display(description=said("admin_reported_by"))
    def sender(self, report: Report) -> str:
        """Who told us."""
        return _person(report.by)

    @admin.display(description=said("admin_report_about"))
    def concerns(self, report: Report) -> str:
        """Whom it is about."""
        return "–" if report.about is None else _link(report.about, report.about.username)

    @admin.display(description=said("admin_report_table"))
    def where(self, report: Report) -> str:
        """At which table."""
        return "–" if report.table is None else _link(report.table, report.table.slug)

    @admin.action(description=said("admin_mark_handled"), permissions=["operate"])
    def handle(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        """Mark reports as handled."""
        for report in chosen.filter(handled=False):
            self.log_change(request, report, "handled")
        chosen.update(handled=True)


@admin.register(Rating, site=house)
class Ratings(Shown):
    """Ratings as they stand."""

    list_display = ("who", "game", "mu", "sigma", "games")
    list_filter = ("game",)
    search_fields = ("account__username", "bot")
    ordering = ("game", "-mu")
    fields = ("who", "game", "mu", "sigma", "games")
    readonly_fields = ("who",)
    list_select_related = ("account",)

    @admin.display(description=said("admin_player"))
    def who(self, rating: Rating) -> str:
        """An account, or a kind of bot."""
        return rating.bot if rating.account is None else rating.account.username


@admin.register(Channel, site=house)
class Channels(Shown):
    """Ways to reach people, and what goes wrong with them; a hook's address is a secret."""

    list_display = ("account", "kind", "place", "on", "tries", "trouble", "after")
    list_filter = ("kind", "on")
    search_fields = ("account__username",)
    ordering = ("account",)
    fields = ("account", "kind", "place", "on", "tries", "trouble", "after")
    readonly_fields = ("place", "trouble")
    list_select_related = ("account",)

    @admin.display(description=said("admin_mail_or_host"))
    def place(self, channel: Channel) -> str:
        """A mail address, or the host of a hook."""
        if channel.kind != "hook":
            return channel.address
        return urlsplit(channel.address).hostname or "–"

    @admin.display(description=said("admin_trouble"))
    def trouble(self, channel: Channel) -> str:
        """The last problem, without the address that it may tell."""
        return channel.problem.replace(channel.address, self.place(channel))
