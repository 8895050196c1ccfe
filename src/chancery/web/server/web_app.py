"""The site as an app on somebody's device: its manifest, its worker, and a page for when the
network is gone.

The worker (static/web/worker.js) keeps that page and what it is drawn with, and nothing else: no
table, no list and nobody's name is ever kept. A page asks for the worker in its own language, and
the worker begins with a digest of what it keeps: so a browser, which compares it at every visit,
takes a new one when language or site have changed.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.http import HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from chancery.core.words import LANGUAGES
from chancery.page.words import Words
from chancery.web.base.speaker import speaker_for
from chancery.web.people.request import Request

FILES = Path(__file__).resolve().parent.parent / "static"
WORKER = "web/worker.js"
# what the page without a network is drawn with
SHELL = ("web/site.css", "web/storage.js", "web/offline.js", "web/icon.svg")
PAPER = "#f4ead6"  # --paper of site.css, in the light
ICONS = (("192", "any"), ("512", "any"), ("maskable-512", "maskable"))


@require_safe
def manifest(request: Request) -> HttpResponse:
    """What a device is told of an app: name, icons, colours, where it begins."""
    w = Words(speaker_for(request.language))
    icons = [
        {
            "src": static(f"web/icon-{name}.png"),
            "sizes": "x".join(2 * [name.removeprefix("maskable-")]),
            "type": "image/png",
            "purpose": purpose,
        }
        for name, purpose in ICONS
    ]
    told = {
        "id": "/",
        "name": "Chancery",
        "short_name": "Chancery",
        "description": w["tagline"],
        "lang": request.language,
        "start_url": reverse("front"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [{"name": w["tables"], "url": reverse("lobby"), "icons": icons[:1]}],
    }
    return JsonResponse(told, content_type="application/manifest+json")


@require_safe
def worker(request: Request) -> HttpResponse:
    """The worker, from the root: it stands before every page of the site."""
    language = _language(request)
    facts = {
        "KEPT": f"{language}-{_digest(language)}",
        "OFFLINE": f"{reverse('offline')}?language={language}",
        "SHELL": [static(name) for name in SHELL],
    }
    lines = [f"const {name} = {json.dumps(fact)};\n" for name, fact in facts.items()]
    script = "".join(lines) + (FILES / WORKER).read_text("utf-8")
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def offline(request: Request) -> HttpResponse:
    """What is shown in place of any page while there is no network; it knows nobody."""
    return HttpResponse(_offline(_language(request)))


def _language(request: Request) -> str:
    """The one that is asked for, else the reader's."""
    asked = request.GET.get("language", "")
    return asked if asked in LANGUAGES else request.language


@cache
def _offline(language: str) -> str:
    words = {"w": Words(speaker_for(language)), "language": language}
    return render_to_string("web/offline.html", words)


@cache
def _digest(language: str) -> str:
    """What changes with anything that the worker keeps."""
    drawn = b"".join((FILES / name).read_bytes() for name in SHELL)
    return sha256(drawn + _offline(language).encode()).hexdigest()[:16]
