"""The decisions of the operators about the site, as pages: its house rules and its colours."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from chancery.web.base.contrast import CONTRAST, lightened
from chancery.web.base.refusals import NotThere
from chancery.web.identity import site_settings
from chancery.web.identity.request import Request

# --link and --seal-ink of site.css
LINK, LINK_DARK, SEAL_INK = "#7c2f2a", "#e0b252", "#fdf4e3"


@require_safe
def house_rules(request: Request) -> HttpResponse:
    """The house rules, if there are any."""
    if not site_settings.known().house_rules:
        raise NotThere()
    return render(request, "web/house_rules.html")


@require_safe
def colours(request: Request) -> HttpResponse:
    """A style sheet with the colours of the site; its address changes with them."""
    site = site_settings.known()
    seal = ""
    if site.accent:
        seal = f"--seal: light-dark({site.accent}, {lightened(site.accent, SEAL_INK, CONTRAST)}); "
    link = f"--link: light-dark({site.accent or LINK}, {site.accent_dark or LINK_DARK});"
    response = HttpResponse(f":root {{ {seal}{link} }}\n", content_type="text/css; charset=utf-8")
    response["Cache-Control"] = "public, max-age=86400"
    return response
