"""Settings of the site, from the environment, with everything a local machine needs.

`CHANCERY_HOME` is where the database and the secret key lie, `DATABASE_URL` names another
database (postgres://user:password@host:port/name), `CHANCERY_HOSTS` the names the site answers to,
`CHANCERY_URL` where the world finds it: the links in notices begin with it.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

SHARE = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
HOME = Path(os.environ.get("CHANCERY_HOME") or SHARE / "chancery" / "site")
HOME.mkdir(mode=0o700, parents=True, exist_ok=True)  # it knows every secret
STATIC_ROOT = HOME / "static"
STATIC_ROOT.mkdir(exist_ok=True)


def _secret_key() -> str:
    """The site's own key, made once; nobody else can read it."""
    path = HOME / "secret-key"
    if not path.exists():
        draft = HOME / f"secret-key-{secrets.token_hex(8)}"
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
        with suppress(FileExistsError):  # another process was quicker: its key counts
            os.link(draft, path)
        draft.unlink()
    return path.read_text().strip()


def _database() -> dict[str, Any]:
    url = os.environ.get("DATABASE_URL")
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(HOME / "site.sqlite3"),
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 3,  # seconds: who writes gives up then, see writer.py
                # the journal is moved into the file by the bots' process: see worker.tidy
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                " PRAGMA wal_autocheckpoint=20000;",
            },
        }
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": None,  # one for each lasting thread
        "CONN_HEALTH_CHECKS": True,  # a server that was away must not cost anybody an answer
    }


def _mail() -> dict[str, Any]:
    """Where mails go: CHANCERY_MAIL=smtp://user:password@host:587 (smtps:// for TLS from the
    start); without it they are printed."""
    url = os.environ.get("CHANCERY_MAIL")
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = urlsplit(url)
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and bool(parts.username),
        "EMAIL_TIMEOUT": 10,
    }


globals().update(_mail())
THINKERS = int(os.environ.get("CHANCERY_THINKERS", "0"))  # processes for bots that think
CHANCERY_URL = os.environ.get("CHANCERY_URL", "http://localhost:8000").rstrip("/")
DEFAULT_FROM_EMAIL = os.environ.get("CHANCERY_MAIL_FROM", "chancery@localhost")
if os.environ.get("CHANCERY_PROXY") == "1":  # a proxy before the site ends https
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600  # said in answers by https alone
DEBUG = False
SECRET_KEY = os.environ.get("CHANCERY_SECRET_KEY") or _secret_key()
ALLOWED_HOSTS = os.environ.get("CHANCERY_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"  # of the dates that are shown
APPEND_SLASH = False
ROOT_URLCONF = "chancery.web.server.urls"
ASGI_APPLICATION = "chancery.web.server.asgi.application"
AUTH_USER_MODEL = "web.Account"
AUTHENTICATION_BACKENDS = ["chancery.web.accounts.ByNameOrMail"]
# memory-hard, and without another dependency; what is stored older is taken over at log-in
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
if os.environ.get("CHANCERY_HASHER") == "fast":  # for tests alone
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
_VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATORS}.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 24 * 3600
INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "chancery.web",
]
MIDDLEWARE = [
    "chancery.web.server.middleware.Headers",
    "django.middleware.security.SecurityMiddleware",
    "chancery.web.server.middleware.Compressed",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "chancery.web.server.middleware.OperatorsMessages",
    "django.middleware.csrf.CsrfViewMiddleware",
    "chancery.web.server.middleware.Faults",
    "chancery.web.server.middleware.Visitors",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "chancery.web.server.context.common",
            ]
        },
    }
]
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_AGE = 60 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "chancery.web.server.faults.csrf_failure"
# of a form or of JSON, files left out: the longest we ask for, two hundred actions, has a fifth of
# it, and two million signs, each with a percent, would take a hundred MB to read
DATA_UPLOAD_MAX_MEMORY_SIZE = 200_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_000_000
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {
        # whoever sends it is told; a log must not grow by what strangers send
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # faults.py says it, in one line
        "django": {"handlers": ["console"], "level": "ERROR"},
        "chancery": {"handlers": ["console"], "level": "INFO"},
    },
}
