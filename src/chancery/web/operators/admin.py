"""The operators' pages at /admin/: accounts, tables, reports, ratings, channels.

Rows that the site creates cannot be added or edited here. No page shows a secret of a game (seed,
position, log) or an invitation, and no filter allows to guess one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from chancery.core.words import LANGUAGES, T, Text
from chancery.web.base.contrast import CONTRAST, contrast
from chancery.web.base.refusals import NotThere
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import back_to
from chancery.web.community.models import Call, League, Team, Tournament
from chancery.web.delivery.account_links import reset_link
from chancery.web.identity import site_settings
from chancery.web.identity.models import (
    Account,
    Invitation,
    Rating,
    Report,
    SiteSettings,
    Visitor,
)
from chancery.web.operators import repairs
from chancery.web.outbox.models import Channel
from chancery.web.tables.models import Seat, Table

PERMISSIONS = (  # no others are used
    "view_account", "change_account", "view_table", "change_table", "view_report", "change_report",
    "view_rating", "view_channel", "view_call", "change_call", "view_tournament",
    "change_tournament", "view_sitesettings", "change_sitesettings", "view_invitation",
    "add_invitation", "change_invitation", "view_league", "change_league", "view_team",
    "change_team",
)  # fmt: skip


def _say(text: Text) -> str:
    language = (get_language() or "en")[:2]
    speaker = speaker_for(language if language in LANGUAGES else "en")
    return speaker.say(text)


label = lazy(_say, str)  # in the operator's language


def column(title: Text, show: Callable[[Any], str]) -> Any:
    """Return a read-only column for lists and pages of rows, with a translated heading."""
    return admin.display(description=label(title))(lambda _, row: show(row))


class OperatorSite(admin.AdminSite):
    """Django's admin site, with the log-in of the site itself and its limits."""

    site_title = site_header = "Chancery"
    index_title = label(T("Site administration"))
    enable_nav_sidebar = False  # lists need the space

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Redirect to our own log-in page; for users who are no operators there is nothing here."""
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
        """Log out by a button only, as other sites could link to this address."""
        if request.method != "POST":
            return redirect("admin:index")
        logout(request)
        return redirect("front")

    def password_change(  # type: ignore[override] # no page is shown
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        """Redirect to the settings page of the account."""
        return redirect("account")


site = OperatorSite(name="admin")


class Guarded(admin.ModelAdmin):  # type: ignore[type-arg] # it takes none when it runs
    """Rows that the site creates itself: nothing can be added or deleted.

    Lookups are limited to the filters on offer: Django would let an address ask whether a seed
    begins with an a.
    """

    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Forbid to add rows: the site creates them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Forbid to delete rows, which other rows need."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: Any = None) -> bool:
        """Allow lookups by the filters on offer only."""
        return lookup.split("__")[0] in self.list_filter

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Return whether the operator may do more than look."""
        return request.user.has_perm(f"web.change_{self.opts.model_name}")

    def tell(self, request: HttpRequest, level: int, text: Text) -> None:
        """Show the operator what became of an action."""
        self.message_user(request, _say(text), level)


class ReadOnly(Guarded):
    """Rows that can be looked at, but not edited."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Forbid to edit rows: they are only shown."""
        return False


def _link(row: Model, text: str) -> str:
    """Return a link to the page of a row."""
    where = reverse(f"admin:web_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', where, text)


def _person(visitor: Visitor | None) -> str:
    if visitor is None:
        return "–"
    account = visitor.account
    return visitor.name or "…" if account is None else _link(account, account.username)


# -- accounts -----------------------------------------------------------------------------------


def end_sessions(account: Account) -> None:
    """End all sessions of an account, so that they stay ended if it is activated again."""
    open_ = Session.objects.filter(expire_date__gt=timezone.now())
    keys = [
        session.pk
        for session in open_.iterator()
        if session.get_decoded().get(SESSION_KEY) == str(account.pk)
    ]
    Session.objects.filter(pk__in=keys).delete()


@admin.register(Account, site=site)
class Accounts(Guarded):
    """Accounts, which operators deactivate; only their owners delete them."""

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
        """Let only superusers decide who is an operator."""
        if request.user.is_superuser:
            return self.readonly_fields
        return (*self.readonly_fields, "is_staff", "is_superuser", "user_permissions")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let only superusers edit the accounts of operators."""
        if obj is not None and obj.is_staff and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **named: Any) -> Any:
        """Offer only permissions that are used."""
        rows = Permission.objects.filter(content_type__app_label="web", codename__in=PERMISSIONS)
        named["queryset"] = rows.select_related("content_type")
        return super().formfield_for_manytomany(db_field, request, **named)

    def save_model(self, request: HttpRequest, obj: Account, form: Any, change: bool) -> None:
        """Save; deactivation ends all sessions at once."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            end_sessions(obj)

    @admin.action(
        description=label(T("Deactivate: no log-in, no tokens; sessions end")),
        permissions=["operate"],
    )
    def deactivate(self, request: HttpRequest, chosen: QuerySet[Account]) -> None:
        """Deactivate accounts at once; operators only on the page of their account."""
        for account in chosen.filter(is_active=True, is_staff=False):
            account.is_active = False
            account.save(update_fields=["is_active"])
            end_sessions(account)
            self.log_change(request, account, "deactivated")
            self.tell(
                request,
                messages.SUCCESS,
                T("The account {name} has been deactivated.", name=account.username),
            )

    @admin.action(
        description=label(T("Create a link for a new password")), permissions=["superuser"]
    )
    def new_password(self, request: HttpRequest, chosen: QuerySet[Account]) -> None:
        """Create a link for an account whose owner forgot the password and has no email address."""
        for account in chosen.filter(is_active=True):
            self.log_change(request, account, "a link for a new password")
            link = reset_link(account)
            self.tell(
                request,
                messages.INFO,
                T("For {name}, valid for a day: {link}", name=account.username, link=link),
            )

    def has_superuser_permission(self, request: HttpRequest) -> bool:
        """Return whether the operator may take over any account."""
        return request.user.is_superuser


# -- tables -------------------------------------------------------------------------------------


def _player(seat: Seat) -> str:
    name = seat.name or (seat.owner.name if seat.owner is not None else "")
    if seat.bot:
        return f"{name} ({seat.bot})" if name else seat.bot
    return name or ("–" if seat.owner is None else "…")


def _people(table: Table) -> str:
    """Return who plays which seat, with links to the accounts."""
    seats = ((seat.number + 1, _player(seat), _person(seat.owner)) for seat in table.seats.all())
    return format_html_join(mark_safe("<br>"), "{}: {} {}", seats) or "–"


@admin.register(Table, site=site)
class Tables(ReadOnly):
    """Tables, without anything that is hidden from spectators."""

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
    players = column(T("Players"), lambda table: ", ".join(map(_player, table.seats.all())))
    people = column(T("Players"), _people)
    opened_by = column(T("Opened by"), lambda table: _person(table.host))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Return tables without their secret columns."""
        rows = super().get_queryset(request).prefetch_related("seats__owner__account")
        return rows.defer("invitation", "options", "data", "seed", "position", "luck")

    def view_on_site(self, table: Table) -> str:
        """Return the page of the table, where the operator is a spectator."""
        return reverse("table", args=[table.slug])

    @admin.action(
        description=label(T("End by agreement, without a result")), permissions=["operate"]
    )
    def close(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        """End games without a result, as if all players had agreed."""
        for table in chosen:
            if repairs.close(table):
                self.log_change(request, table, "ended")
                self.tell(
                    request,
                    messages.SUCCESS,
                    T("The game at table {table} has been ended.", table=table.slug),
                )

    @admin.action(description=label(T("Let bots play for absent players")), permissions=["operate"])
    def play_on(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        """Let bots play for players who have to decide and are absent."""
        for table in chosen:
            number = repairs.play_on(table)
            if number:
                self.log_change(request, table, "bots play on")
            self.tell(
                request,
                messages.SUCCESS,
                T(
                    "Table {table}: seats taken over by bots: {seats}.",
                    table=table.slug,
                    seats=number,
                ),
            )

    @admin.action(description=label(T("Check by replaying the log")), permissions=["view"])
    def replay(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        """Replay tables from their logs without caches, and report problems."""
        wrong = False
        for look in repairs.check([table.slug for table in chosen]):
            for problem in look.problems:
                wrong = True
                fault = T("Table {table}: {problem}", table=look.table.slug, problem=problem)
                self.tell(request, messages.WARNING, fault)
        if not wrong:
            self.tell(request, messages.SUCCESS, T("Everything is in order."))


# -- the community ------------------------------------------------------------------------------


class Posted(ReadOnly):
    """Rows that users have published and operators can delete."""

    actions = ("take_down",)

    @admin.action(description=label(T("Delete")), permissions=["operate"])
    def take_down(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        """Delete rows for good."""
        for row in chosen:
            title = str(row)
            self.log_deletions(request, chosen.filter(pk=row.pk))
            row.delete()
            self.tell(request, messages.SUCCESS, T("Deleted: {what}.", what=title))


@admin.register(Call, site=site)
class Calls(Posted):
    """Notes of accounts that look for players."""

    list_display = ("at", "account", "game", "options", "text", "language", "until")
    list_filter = ("game", "language", "at")
    search_fields = ("text", "options", "account__username")
    ordering = ("-at",)
    fields = ("account", "game", "options", "text", "language", "at", "until")
    list_select_related = ("account",)


@admin.register(Tournament, site=site)
class Tournaments(Posted):
    """Tournaments; when one is deleted, its tables go on as any others."""

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
        """Return the page of the tournament."""
        return reverse("tournament", args=[tournament.slug])


@admin.register(League, site=site)
class Leagues(Posted):
    """Leagues; when one is deleted, its tournaments stay."""

    list_display = ("slug", "title", "game", "host", "created")
    list_filter = ("game", "created")
    search_fields = ("slug", "title", "host__username")
    ordering = ("-created",)
    fields = ("slug", "title", "host", "game", "created")
    list_select_related = ("host",)


@admin.register(Team, site=site)
class Teams(Posted):
    """Teams; when one is deleted, the results of its members stay."""

    list_display = ("slug", "name", "created")
    list_filter = ("created",)
    search_fields = ("slug", "name", "members__account__username")
    ordering = ("name",)
    fields = ("slug", "name", "created")


# -- the site ------------------------------------------------------------------------------------


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg] # it takes none when it runs
    """The settings of the site, with colours that can be read."""

    class Meta:
        model = SiteSettings
        fields = ("name", "welcome", "house_rules", "accent", "accent_dark", "invitation_only")
        labels = {
            "name": label(T("Name of the site")),
            "welcome": label(T("Welcome on the front page")),
            "house_rules": label(T("House rules")),
            "accent": label(T("Colour of buttons, and of links on light pages (#rrggbb)")),
            "accent_dark": label(T("Colour of links on dark pages (#rrggbb)")),
            "invitation_only": label(
                T("Only invited people may create an account, and only accounts may enter")
            ),
        }

    def clean_accent(self) -> str:
        """Refuse a colour on which, or in which, text is hard to read."""
        return _readable(self.cleaned_data["accent"], "#f4ead6", "#fdf4e3")

    def clean_accent_dark(self) -> str:
        """Refuse a colour in which text is hard to read."""
        return _readable(self.cleaned_data["accent_dark"], "#1d1814")


def _readable(colour: str, *papers: str) -> str:
    if not colour:
        return ""
    if not re.fullmatch("#[0-9a-fA-F]{6}", colour):
        raise ValidationError(_say(T("A colour is written as #7c2f2a.")))
    if any(contrast(colour, paper) < CONTRAST for paper in papers):
        raise ValidationError(
            _say(T("Text in this colour would be hard to read; its contrast is below 4.5:1."))
        )
    return colour.lower()


@admin.register(SiteSettings, site=site)
class Settings(Guarded):
    """Name, texts and colours of the site, and who may enter; there is one row of them."""

    form = SettingsForm

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Open the only row, which is made the first time, instead of a list."""
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        row = SiteSettings.objects.order_by("pk").first() or SiteSettings.objects.create()
        return redirect("admin:web_sitesettings_change", row.pk)

    def save_model(self, request: HttpRequest, obj: SiteSettings, form: Any, change: bool) -> None:
        """Save; this server shows it at once, others within seconds."""
        super().save_model(request, obj, form, change)
        site_settings.keep(obj)


@admin.register(Invitation, site=site)
class Invitations(Guarded):
    """Invitations to create an account, each with a link for one person or several."""

    list_display = ("created", "note", "left", "until")
    search_fields = ("note",)
    ordering = ("-created",)
    fields = ("note", "left", "until", "link")
    readonly_fields = ("link",)
    link = column(
        T("Link to send"),
        lambda row: (
            f"{settings.CHANCERY_URL}{reverse('join')}?invitation={row.key}" if row.pk else "–"
        ),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Let operators invite who have the permission."""
        return request.user.has_perm("web.add_invitation")


# -- reports, ratings, channels -----------------------------------------------------------------


@admin.register(Report, site=site)
class Reports(Guarded):
    """Reports of users, which operators answer and mark as handled."""

    list_display = ("at", "summary", "sender", "concerns", "where", "handled")
    list_filter = ("handled", "at")
    search_fields = ("text", "answer")
    ordering = ("handled", "-at")
    fields = ("at", "text", "sender", "concerns", "where", "handled", "answer")
    readonly_fields = ("at", "text", "sender", "concerns", "where")
    actions = ("handle",)

    summary = column(
        T("Report"), lambda row: row.text if len(row.text) <= 80 else f"{row.text[:79]}…"
    )
    sender = column(T("Reported by"), lambda row: _person(row.by))
    concerns = column(
        T("About"), lambda row: _link(row.about, row.about.username) if row.about else "–"
    )
    where = column(T("Table"), lambda row: _link(row.table, row.table.slug) if row.table else "–")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Return reports with what is shown of related rows."""
        rows = super().get_queryset(request).select_related("by__account", "about", "table")
        secret = ("invitation", "options", "data", "seed", "position", "luck")
        return rows.defer(*(f"table__{name}" for name in secret))

    @admin.action(description=label(T("Mark as handled")), permissions=["operate"])
    def handle(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        """Mark reports as handled."""
        for report in chosen.filter(handled=False):
            self.log_change(request, report, "handled")
        chosen.update(handled=True)


@admin.register(Rating, site=site)
class Ratings(ReadOnly):
    """Current ratings of accounts and bots."""

    list_display = ("who", "game", "mu", "sigma", "games")
    list_filter = ("game",)
    search_fields = ("account__username", "bot")
    ordering = ("game", "-mu")
    fields = ("who", "game", "mu", "sigma", "games")
    readonly_fields = ("who",)
    list_select_related = ("account",)
    who = column(T("Player"), lambda row: row.account.username if row.account else row.bot)


def _place(channel: Channel) -> str:
    """Return the address of a channel; of a webhook only its host."""
    if channel.kind != "hook":
        return channel.address
    return urlsplit(channel.address).hostname or "–"


@admin.register(Channel, site=site)
class Channels(ReadOnly):
    """Notification channels and their errors; the address of a webhook is a secret."""

    list_display = ("account", "kind", "place", "on", "tries", "trouble", "after")
    list_filter = ("kind", "on")
    search_fields = ("account__username",)
    ordering = ("account",)
    fields = ("account", "kind", "place", "on", "tries", "trouble", "after")
    readonly_fields = ("place", "trouble")
    list_select_related = ("account",)
    place = column(T("Email address, or host of the webhook"), _place)
    trouble = column(T("Last problem"), lambda row: row.problem.replace(row.address, _place(row)))
