"""The site as an installed app: manifest, service worker, and the offline page.

The service worker (static/web/worker.js) caches that page and its assets, nothing else: no table,
list or name is ever stored. It is served per language and begins with a digest of what it caches,
so that browsers replace it when language or site change.
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

from chancery.core.words import LANGUAGES, T
from chancery.web.base.speaker import speaker_for
from chancery.web.identity import site_settings
from chancery.web.identity.request import Request

FILES = Path(__file__).resolve().parent.parent / "static"
WORKER = "web/worker.js"
# assets of the offline page
SHELL = ("web/site.css", "web/storage.js", "web/offline.js", "web/icon.svg")
PAPER = "#f4ead6"  # --paper of site.css, in the light theme
ICONS = (("192", "any"), ("512", "any"), ("maskable-512", "maskable"))


@require_safe
def manifest(request: Request) -> HttpResponse:
    """The web app manifest: name, icons, colours, start page."""
    speaker = speaker_for(request.language)
    icons = [
        {
            "src": static(f"web/icon-{name}.png"),
            "sizes": "x".join(2 * [name.removeprefix("maskable-")]),
            "type": "image/png",
            "purpose": purpose,
        }
        for name, purpose in ICONS
    ]
    content = {
        "id": "/",
        "name": site_settings.known().name,
        "short_name": site_settings.known().name,
        "description": speaker.say(
            T("A referee, a table and an opponent for historical board games.")
        ),
        "lang": request.language,
        "start_url": reverse("front"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [
            {"name": speaker.say(T("Tables")), "url": reverse("lobby"), "icons": icons[:1]}
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
def worker(request: Request) -> HttpResponse:
    """The service worker, served from the root so that it covers every page."""
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
    """The page shown while there is no network; it contains nothing personal."""
    return HttpResponse(_offline(_language(request)))


def _language(request: Request) -> str:
    """Return the requested language, otherwise the reader's."""
    asked = request.GET.get("language", "")
    return asked if asked in LANGUAGES else request.language


@cache
def _offline(language: str) -> str:
    words = {"speaker": speaker_for(language), "language": language}
    return render_to_string("web/offline.html", words)


@cache
def _digest(language: str) -> str:
    """Return a digest of everything that the service worker caches."""
    drawn = b"".join((FILES / name).read_bytes() for name in SHELL)
    return sha256(drawn + _offline(language).encode()).hexdigest()[:16]
