"""Reports of users to the operators."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie

from chancery import games
from chancery.core.serialisation import number_in
from chancery.core.words import T
from chancery.web.accounts.profiles import account_named
from chancery.web.base import limits
from chancery.web.base.refusals import Empty, NotThere
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import clean
from chancery.web.identity.models import Account, Report
from chancery.web.identity.request import Request
from chancery.web.tables.models import Table

LONGEST_REPORT = 1000


@ensure_csrf_cookie
def report(request: Request) -> HttpResponse:
    """Send a report about a person, a note or a table."""
    about, table, note, heading, back = None, None, "", T("Report a problem"), reverse("front")
    if "about" in request.GET:
        about = account_named(request.GET["about"])
        note = _call(about, request.GET.get("call", ""))
        heading = (
            T("Report a request by {name}", name=about.username)
            if note
            else T("Report a problem with {name}", name=about.username)
        )
        back = reverse("person", args=[about.username])
    elif "table" in request.GET:
        table = _table(request.GET["table"])
        heading = T("Report a problem at a table for {game}", game=games.find(table.game).title)
        back = reverse("table", args=[table.slug])
    context = {
        "heading": speaker_for(request.language).say(heading),
        "back": back,
        "note": note,
        "longest": LONGEST_REPORT,
    }
    if request.method == "POST":
        limits.spend("reports", request.META.get("REMOTE_ADDR", ""))
        text = _lines(request.POST.get("text", ""), LONGEST_REPORT)
        if not text:
            raise Empty()
        Report.objects.create(by=request.visitor, about=about, table=table, text=f"{note}{text}")
        context["sent"] = True
    return render(request, "web/profiles/report.html", context)


def _call(author: Account, number: str) -> str:
    """Return the reported note as a quotation, since it may be gone when the report is read."""
    pk = number_in(number)
    note = author.calls.filter(pk=pk).first() if pk is not None else None
    return f"“{note.options} {note.text}”\n".replace("“ ", "“") if note is not None else ""


def _table(slug: str) -> Table:
    known = clean(slug, 32) == slug
    table: Table | None = Table.objects.filter(slug=slug).first() if known else None
    if table is None or table.game not in games.names():
        raise NotThere()
    return table


def _lines(text: str, longest: int) -> str:
    """Return several lines of text, cleaned."""
    lines = [clean(line, longest) for line in text[: longest * 4].splitlines()]
    return "\n".join(lines).strip()[:longest]
