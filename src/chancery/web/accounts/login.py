"""Sign up, log in (taking the tables of the guest along) and log out."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from chancery.core.words import T
from chancery.web.accounts import password_tries
from chancery.web.accounts.account_forms import Problems, new_account, render_account
from chancery.web.base import limits
from chancery.web.base.refusals import NoInvitation
from chancery.web.base.user_input import back_to, clean
from chancery.web.delivery import account_links, devices
from chancery.web.identity import site_settings
from chancery.web.identity.models import Account, Report, Visitor
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import COOKIE, visitor_of
from chancery.web.tables import sittings
from chancery.web.tables.models import Held, Notebook, Seat, Table, Talk


@sensitive_post_parameters("password")
@ensure_csrf_cookie
def join(request: Request) -> HttpResponse:
    """Create an account; the tables of the guest become the account's."""
    if request.user.is_authenticated:
        return redirect("account")
    invitation = request.GET.get("invitation", request.POST.get("invitation", ""))
    if request.method != "POST":
        return render_account(request, "join", invitation=invitation)
    limits.spend("joins", request.META.get("REMOTE_ADDR", ""))
    name, mail = clean(request.POST.get("name", ""), 60), clean(request.POST.get("mail", ""), 254)
    filled = {"name": name, "mail": mail, "invitation": invitation}
    account, problems = new_account(name, mail, request.POST.get("password", ""))
    if problems:
        return render_account(request, "join", problems, **filled)
    try:
        with transaction.atomic():
            if site_settings.refresh().invitation_only:
                site_settings.use_invitation(invitation)
            account.save()
            visitor = visitor_of(request)
            visitor.account, visitor.name, visitor.network = account, account.username, ""
            visitor.save(update_fields=["account", "name", "network"])
            for seat in Seat.objects.filter(owner=visitor).select_related("table"):
                sittings.reload_seats(seat.table)  # pages show whose account plays it
    except NoInvitation as refusal:
        problems.append(refusal.text())
        return render_account(request, "join", problems, **filled)
    except IntegrityError:  # another request took the name first
        problems.append(T("The name {name} is taken, or looks like one that is.", name=name))
        return render_account(request, "join", problems, **filled)
    if account.email and account_links.may_send_to(account.email):
        account_links.send_link(account, "confirm")
    return _entered(request, account)


def _entered(request: Request, account: Account) -> HttpResponse:
    login(request, account, backend=settings.AUTHENTICATION_BACKENDS[0])
    response = redirect(back_to(request.POST.get("back", ""), reverse("account")))
    response.delete_cookie(COOKIE, samesite="Lax")
    password_tries.remember(request, response, account)
    return response


@sensitive_post_parameters("password")
@ensure_csrf_cookie
def enter(request: Request) -> HttpResponse:
    """Log in; tables of the guest become the account's."""
    back = request.GET.get("back", request.POST.get("back", ""))
    if request.user.is_authenticated:
        return redirect("account")
    if request.method != "POST":
        return render_account(request, "enter", back=back)
    name = clean(request.POST.get("name", ""), 254)
    limits.spend("entries", request.META.get("REMOTE_ADDR", ""))
    tried = password_tries.count_try(request, name)
    account = authenticate(request, username=name, password=request.POST.get("password", ""))
    if account is None or not tried.allowed:
        tried.failed()
        problems = Problems()
        problems.append(T("Wrong name or password. After too many attempts, wait ten minutes."))
        return render_account(request, "enter", problems, name=name, back=back)
    tried.opened()
    guest: Visitor | None = request.visitor
    own_visitor, _ = Visitor.objects.get_or_create(
        account=account, defaults={"name": account.username}
    )
    if guest is not None and guest.account_id is None:
        _adopt(guest, own_visitor)
    return _entered(request, account)


def _adopt(guest: Visitor, visitor: Visitor) -> None:
    """Give the tables of a guest to his account, except where it has had a seat before."""
    with transaction.atomic():
        Table.objects.filter(host=guest).update(host=visitor)
        shared = set(Held.objects.filter(visitor=visitor).values_list("table", flat=True))
        for held in Held.objects.filter(visitor=guest).exclude(table__in=shared):
            held.visitor = visitor
            held.save(update_fields=["visitor"])
        for seat in (
            Seat.objects.filter(owner=guest).exclude(table__in=shared).select_related("table")
        ):
            seat.owner = visitor
            seat.save(update_fields=["owner"])
            sittings.reload_seats(seat.table)
        noted_tables = set(Notebook.objects.filter(visitor=visitor).values_list("table", flat=True))
        Notebook.objects.filter(visitor=guest).exclude(table__in=noted_tables).update(
            visitor=visitor
        )
        Talk.objects.filter(by=guest).update(by=visitor)
        Report.objects.filter(by=guest).update(by=visitor)


@require_POST
def leave(request: Request) -> HttpResponse:
    """Log out; if the form names a device, it gets no more notifications."""
    if request.user.is_authenticated and (device := request.POST.get("device")):
        devices.leave(request.user, device)
    logout(request)
    return redirect("front")
